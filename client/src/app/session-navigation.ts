import type { QueryClient } from "@tanstack/react-query";
import {
  identityQuery,
  isCodeAwaited,
  isForcedOut,
  type Me,
  meQuery,
  session,
  sessionState,
} from "@/features/session/public";
import { ownPath } from "@/lib/routing";
import { HOME } from "./addresses";
import type { createRouter } from "./router";

type Router = ReturnType<typeof createRouter>;
type Place = Router["state"]["location"];

const ENTRANCES: readonly RegExp[] = [/^\/(?:login|register|2fa|forget-password)$/, /^\/signin-(?:token|jwt)(?:\/|$)/];

function isEntrance(path: string): boolean {
  return ENTRANCES.some((pattern) => pattern.test(path));
}

/** Where signing in led from: only ever a path of this application. */
function wayBack({ search }: Place): string | undefined {
  return ownPath(new URLSearchParams(search).get("redirect"));
}

/** The sign-in that leads back to `place`, or the plain one where there is nothing to lead back to. */
function signInFor({ pathname, search }: Place, keepsPlace: boolean): string {
  if (isEntrance(pathname)) return `/login${search}`;
  if (!keepsPlace || pathname === "/logout") return "/login";
  return `/login?redirect=${encodeURIComponent(pathname + search)}`;
}

/** Tells the session who it is, as soon as the server has said so. */
function followIdentity(client: QueryClient): () => void {
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryKey[1] !== meQuery.queryKey[1]) return;
    const me = query.state.data as Me | undefined;
    if (me && me.user.userId !== session.getSnapshot().context.userId) {
      session.send({ type: "identified", userId: me.user.userId, paymentAuth: me.paymentAuth });
    }
  });
}

/** Nothing of one session is shown in another. What says who the product is belongs to all. */
function forget(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== "/api/client" });
}

/**
 * Moves the page when the session changes: in after signing in, to the code when one is awaited, out when it ends. While
 * the dialog of a session that somebody ended stands, the page stays where it is.
 */
export function followSession(router: Router, client: QueryClient): () => void {
  hasPage = () => router.state.initialized;
  let before = { state: sessionState(), token: session.getSnapshot().context.token, wasForced: isForcedOut() };
  const go = (to: string) => void router.navigate(to, { replace: true });

  const subscription = session.subscribe(({ context }) => {
    const { location } = router.state;
    const was = before;
    const now = { state: sessionState(), token: context.token, wasForced: isForcedOut() };
    before = now;

    const isCodeDue = now.state === "awaitingTwoFactor" && isCodeAwaited() && location.pathname !== "/2fa";
    if (isCodeDue && (isEntrance(location.pathname) || was.state === "loggedIn")) {
      if (was.state === "loggedIn") forget(client);
      void router.navigate(`/2fa${location.search}`);
    }
    if (now.state === "loggedIn" && was.token !== now.token) {
      // A user or team of its own: from another tab, after a switch, or behind the dialog of the one that ended.
      if (was.state === "loggedIn" || was.wasForced) forget(client);
      if (isEntrance(location.pathname)) go(wayBack(location) ?? HOME);
      else if (was.state === "loggedIn") go(HOME);
      else if (was.wasForced) go(location.pathname + location.search);
    }
    const hasLeft = now.state === "loggedOut" && !now.wasForced && (was.state !== "loggedOut" || was.wasForced);
    if (hasLeft) {
      forget(client);
      // The team's brand goes with the session; the entrance is of the address, or of what was asked for.
      void client.invalidateQueries({ queryKey: identityQuery.queryKey });
      if (location.pathname !== "/login") go(signInFor(location, context.keepsPlace));
    }
  });
  const unfollow = followIdentity(client);
  return () => {
    subscription.unsubscribe();
    unfollow();
  };
}

/** Whether a page stands that the dialog can stand over; the first load has none yet, and goes on to the sign-in. */
let hasPage = (): boolean => false;

/** Resolves when the session-ended dialog is left, at once where there is none. */
function untilLeft(signal: AbortSignal): Promise<void> {
  if (!isForcedOut() || !hasPage()) return Promise.resolve();
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
 * Root middleware: a navigation that is under way when somebody ends the session goes no further, and none begins
 * (SESS-60). Leaving the dialog starts another navigation, which takes its place.
 */
export async function holdWhileForcedOut(
  { request }: { readonly request: Request },
  next: () => Promise<unknown>,
): Promise<unknown> {
  await untilLeft(request.signal);
  const answer = await next();
  await untilLeft(request.signal);
  return answer;
}
