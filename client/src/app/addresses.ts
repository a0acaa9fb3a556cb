import { writeStored } from "@/lib/storage";

/** Where a signed-in user is at home. */
export const HOME = "/dashboard";

/** Addresses that are another name for a screen (SHELL-01, SHELL-06; TRX-30: a key is created where it is generated). */
export const ALIASES: Readonly<Record<string, string>> = {
  "/": "/login",
  [HOME]: "/analytics",
  "/apikey/create": "/apikey/generate",
};

/** `target` without the step over an alias; what it asks for stays with it. */
export function resolveAlias(target: string): string {
  const [path = "", query] = target.split("?", 2);
  const meant = ALIASES[path] ?? path;
  return query === undefined ? meant : `${meant}?${query}`;
}

/** The sign-in, with the way back to what was wanted (SHELL-155). */
export function loginPath(url: URL): string {
  const wanted = `${url.pathname}${url.search}`;
  return wanted === "/" ? "/login" : `/login?redirect=${encodeURIComponent(wanted)}`;
}

const PROMO = /^[\w-]{1,64}$/;

/** Step 6 of the guard: keeps the promo code of a link that led home (SHELL-178). */
export function storePromo(url: URL): void {
  const promo = url.searchParams.get("promo");
  if (promo && PROMO.test(promo)) writeStored("promoCode", promo);
}
