import { writeStored } from "@/lib/storage";

/** The signed-in home screen. */
export const HOME = "/dashboard";

/**
 * Paths that redirect to the path of a screen (SHELL-01, SHELL-06). TRX-30: keys are created where they are generated.
 */
export const ALIASES: Readonly<Record<string, string>> = {
  "/": "/login",
  [HOME]: "/analytics",
  "/apikey/create": "/apikey/generate",
};

/** Replaces an alias by the path it stands for; the query is carried over. */
export function resolveAlias(target: string): string {
  const [path = "", query] = target.split("?", 2);
  const requested = ALIASES[path] ?? path;
  return query === undefined ? requested : `${requested}?${query}`;
}

/** The sign-in address with `redirect` set to the requested page (SHELL-155). */
export function buildLoginPath(url: URL): string {
  const requestedPath = `${url.pathname}${url.search}`;
  return requestedPath === "/" ? "/login" : `/login?redirect=${encodeURIComponent(requestedPath)}`;
}

const PROMO = /^[\w-]{1,64}$/;

/** Step 6 of the guard: stores the promo code of a link to the home screen (SHELL-178). */
export function storePromo(url: URL): void {
  const promo = url.searchParams.get("promo");
  if (promo && PROMO.test(promo)) writeStored("promoCode", promo);
}
