import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "react-router";
import { isCodeAwaited, sessionState } from "@/features/session/public";
import { failWhenMissing } from "@/lib/files/waiting-files";
import { ownPath, type RouteEntry } from "@/lib/routing";
import { HOME, loginPath, resolveAlias } from "./addresses";

/** Where a session in its present state may go from the public screens: undefined means it may stay. */
export function publicRedirect(entry: RouteEntry, url: URL): string | undefined {
  const state = sessionState();
  if (entry.name === "two-factor") {
    if (state === "loggedOut") return "/login";
    if (state === "loggedIn") return resolveAlias(HOME);
    return undefined;
  }
  if (entry.name !== "landing-login" && entry.name !== "register") return undefined;
  if (state === "loggedIn") return resolveAlias(ownPath(url.searchParams.get("redirect")) ?? HOME);
  return isCodeAwaited() ? `/2fa${url.search}` : undefined;
}

/** Step 1 of the guard: where somebody without a whole session is sent instead; undefined for one who has it. */
export function sessionRedirect(url: URL): string | undefined {
  switch (sessionState()) {
    case "loggedIn":
      return undefined;
    case "loggedOut":
      return loginPath(url);
    case "awaitingTwoFactor":
      return isCodeAwaited() ? `/2fa?redirect=${encodeURIComponent(url.pathname + url.search)}` : loginPath(url);
  }
}

/**
 * The guard of a screen that needs a session, in six steps: who is not signed in is sent away; the server says whether
 * the session stands, which version it wants and who this is; the rules decide; leaving is asked about by the screens
 * themselves (`useLeaveGuard`); what fails ends the session or goes to /err; a promo code is kept.
 * Throws a redirect. All but the first step loads with the first screen behind it.
 */
export async function guard(entry: RouteEntry, request: Request, client: QueryClient): Promise<void> {
  const url = new URL(request.url);
  const target = sessionRedirect(url);
  if (target) throw redirect(target);
  const { passGuard } = await failWhenMissing(() => import("./guard/steps"));
  await passGuard(entry, url, client);
}
