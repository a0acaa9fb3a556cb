import type { QueryClient } from "@tanstack/react-query";
import { isCodeAwaited, session, sessionState } from "@/features/session/public";
import { ownPath } from "@/lib/routing";
import { HOME } from "./guard";
import type { createRouter } from "./router";

type Router = ReturnType<typeof createRouter>;

const ENTRANCES = new Set(["/login", "/register", "/2fa"]);

function wayBack(search: string): string | undefined {
  return ownPath(new URLSearchParams(search).get("redirect"));
}

/** Moves the page when the session changes state: in after signing in, to the code when one is awaited, out when it ends. */
export function followSession(router: Router, client: QueryClient): () => void {
  let before = sessionState();
  const subscription = session.subscribe((snapshot) => {
    const { location } = router.state;
    const now = sessionState();
    if (
      now === "awaitingTwoFactor" &&
      isCodeAwaited() &&
      location.pathname !== "/2fa" &&
      ENTRANCES.has(location.pathname)
    ) {
      void router.navigate(`/2fa${location.search}`);
    }
    if (now === before) return;
    const was = before;
    before = now;
    if (now === "loggedIn" && ENTRANCES.has(location.pathname)) {
      void router.navigate(wayBack(location.search) ?? HOME, { replace: true });
    }
    if (now === "loggedOut" && was !== "loggedOut") {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== "/api/client" });
      const wanted = `${location.pathname}${location.search}`;
      const isEntrance = ENTRANCES.has(location.pathname) || location.pathname === "/logout";
      const target =
        snapshot.context.signedOutByChoice || isEntrance ? "/login" : `/login?redirect=${encodeURIComponent(wanted)}`;
      if (location.pathname !== "/login") void router.navigate(target, { replace: true });
    }
  });
  return () => subscription.unsubscribe();
}
