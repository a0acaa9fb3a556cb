import type { QueryClient } from "@tanstack/react-query";
import {
  getSessionState,
  identityQuery,
  isCodeAwaited,
  isForcedOut,
  type Me,
  meQuery,
  session,
} from "@/features/session/public";
import { findInternalPath } from "@/lib/routing";
import { HOME } from "./addresses";
import type { createRouter } from "./router";

type Router = ReturnType<typeof createRouter>;
type RouterLocation = Router["state"]["location"];

const AUTH_PATHS: readonly RegExp[] = [/^\/(?:login|register|2fa|forget-password)$/, /^\/signin-(?:token|jwt)(?:\/|$)/];

function isAuthPath(path: string): boolean {
  return AUTH_PATHS.some((pattern) => pattern.test(path));
}

/** The path to return to after sign-in; only paths of this application. */
function findReturnPath({ search }: RouterLocation): string | undefined {
  return findInternalPath(new URLSearchParams(search).get("redirect"));
}

/** The sign-in address that returns to `place`, or the plain one where there is nothing to return to. */
function buildSignInPath({ pathname, search }: RouterLocation, keepsPlace: boolean): string {
  if (isAuthPath(pathname)) return `/login${search}`;
  if (!keepsPlace || pathname === "/logout") return "/login";
  return `/login?redirect=${encodeURIComponent(pathname + search)}`;
}

/** Sets the session's user as soon as the server has returned it. */
function followIdentity(client: QueryClient): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryKey[1] !== meQuery.queryKey[1]) return;
    const me = query.state.data as Me | undefined;
    if (me && me.user.userId !== session.getSnapshot().context.userId) {
      session.send({ type: "identified", userId: me.user.userId, paymentAuth: me.paymentAuth });
    }
  });
}

/** Clears cached data of the previous session, except the brand, which is the same for all. */
function clearCache(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== "/api/client" });
}

/**
 * Navigates when the session changes: into the app after sign-in, to a pending code, and out when it ends. The page
 * does not move while the session-ended dialog is open.
 */
export function followSession(router: Router, client: QueryClient): () => void {
  isPageShown = () => router.state.initialized;
  let before = { state: getSessionState(), token: session.getSnapshot().context.token, wasForced: isForcedOut() };
  const go = (to: string) => void router.navigate(to, { replace: true });

  const subscription = session.subscribe(({ context }) => {
    const { location } = router.state;
    const was = before;
    const now = { state: getSessionState(), token: context.token, wasForced: isForcedOut() };
    before = now;

    const isCodeDue = now.state === "awaitingTwoFactor" && isCodeAwaited() && location.pathname !== "/2fa";
    if (isCodeDue && (isAuthPath(location.pathname) || was.state === "loggedIn")) {
      if (was.state === "loggedIn") clearCache(client);
      void router.navigate(`/2fa${location.search}`);
    }
    if (now.state === "loggedIn" && was.token !== now.token) {
      // A different user or team: from another tab, after a switch, or behind the dialog of the ended session.
      if (was.state === "loggedIn" || was.wasForced) clearCache(client);
      if (isAuthPath(location.pathname)) go(findReturnPath(location) ?? HOME);
      else if (was.state === "loggedIn") go(HOME);
      else if (was.wasForced) go(location.pathname + location.search);
    }
    const hasLeft = now.state === "loggedOut" && !now.wasForced && (was.state !== "loggedOut" || was.wasForced);
    if (hasLeft) {
      clearCache(client);
      // The team's brand ends with the session; the sign-in page uses the brand of the address or of `?vendor=`.
      void client.invalidateQueries({ queryKey: identityQuery.queryKey });
      if (location.pathname !== "/login") go(buildSignInPath(location, context.keepsPlace));
    }
  });
  const unfollow = followIdentity(client);
  return () => {
    subscription.unsubscribe();
    unfollow();
  };
}

/** Whether a page is shown that the dialog can cover. The first load has none yet and continues to the sign-in. */
let isPageShown = (): boolean => false;

/** Resolves when the session-ended dialog is closed, or immediately where it is not open. */
function waitUntilDialogClosed(signal: AbortSignal): Promise<void> {
  if (!isForcedOut() || !isPageShown()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const subscription = session.subscribe(() => {
      if (isForcedOut()) return;
      subscription.unsubscribe();
      resolve();
    });
    signal.addEventListener(
      "abort",
      () => {
        subscription.unsubscribe();
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

/**
 * Root middleware that pauses navigations while the session-ended dialog is open (SESS-60). Closing the dialog starts
 * another navigation, which replaces the paused one.
 */
export async function pauseWhileForcedOut(
  { request }: { readonly request: Request },
  next: () => Promise<unknown>,
): Promise<unknown> {
  await waitUntilDialogClosed(request.signal);
  const answer = await next();
  await waitUntilDialogClosed(request.signal);
  return answer;
}
