import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "react-router";
import { getSessionState, isCodeAwaited } from "@/features/session/public";
import { failWhenMissing } from "@/lib/files/waiting-files";
import { findInternalPath, type RouteEntry } from "@/lib/routing";
import { buildLoginPath, HOME, resolveAlias } from "./addresses";

/** Where a public screen redirects in the current session state; undefined when the screen can open. */
export function findPublicRedirect(entry: RouteEntry, url: URL): string | undefined {
  const state = getSessionState();
  if (entry.name === "two-factor") {
    if (state === "loggedOut") return "/login";
    if (state === "loggedIn") return resolveAlias(HOME);
    return undefined;
  }
  if (entry.name !== "landing-login" && entry.name !== "register") return undefined;
  if (state === "loggedIn") return resolveAlias(findInternalPath(url.searchParams.get("redirect")) ?? HOME);
  return isCodeAwaited() ? `/2fa${url.search}` : undefined;
}

/** Step 1 of the guard: where a user without a complete session is sent, or undefined for a complete one. */
export function findSessionRedirect(url: URL): string | undefined {
  switch (getSessionState()) {
    case "loggedIn":
      return undefined;
    case "loggedOut":
      return buildLoginPath(url);
    case "awaitingTwoFactor":
      return isCodeAwaited() ? `/2fa?redirect=${encodeURIComponent(url.pathname + url.search)}` : buildLoginPath(url);
  }
}

/**
 * Guard of a screen that needs a session (SHELL-155 to 178). Throws a redirect.
 *
 * 1. Users who are not signed in are redirected.
 * 2. The server confirms the session, and returns the required version and the user.
 * 3. The rules decide.
 * 4. Screens ask before the user leaves them (`useLeaveGuard`).
 * 5. A failure ends the session or leads to /err.
 * 6. A promo code is stored.
 *
 * All steps but the first load with the first screen behind the guard.
 */
export async function guard(entry: RouteEntry, request: Request, client: QueryClient): Promise<void> {
  const url = new URL(request.url);
  const target = findSessionRedirect(url);
  if (target) throw redirect(target);
  const { runGuard } = await failWhenMissing(() => import("./guard/steps"));
  await runGuard(entry, url, client);
}
