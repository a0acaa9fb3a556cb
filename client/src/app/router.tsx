import type { QueryClient } from "@tanstack/react-query";
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  redirect,
} from "react-router";
import { session } from "@/features/session/public";
import { ALIASES, resolveAlias, storePromo } from "./addresses";
import { HOME } from "./guard";
import { ConnectionLostPage } from "./pages/connection-lost-page";
import { LoadingPage } from "./pages/loading-page";
import { RouteFailure } from "./pages/route-failure";
import { PUBLIC_ROUTES } from "./public-routes";
import { Root } from "./root";
import { screenRoute } from "./screen-route";
import { holdWhileForcedOut } from "./session-navigation";

const FIXED: readonly RouteObject[] = [
  ...Object.entries(ALIASES).map(([path, target]) => ({
    path,
    Component: LoadingPage,
    loader: ({ request }: LoaderFunctionArgs) => {
      storePromo(new URL(request.url));
      return redirect(target);
    },
  })),
  {
    path: "/logout",
    Component: LoadingPage,
    loader: () => {
      session.send({ type: "signOut" });
      return redirect("/login");
    },
  },
  { path: "/page/loading", Component: LoadingPage },
  // Never fetched: it is shown when nothing can be.
  { path: "/err", Component: ConnectionLostPage },
];

const CATCH_ALL: RouteObject = {
  path: "*",
  // An old tracking address that nothing answers any more leads home (SHELL-106).
  loader: ({ request }) => (new URL(request.url).pathname.startsWith("/t/") ? redirect(resolveAlias(HOME)) : null),
  lazy: async () => ({ Component: (await import("./pages/not-found-page")).NotFoundPage }),
};

/** Where the screens behind the sign-in are put when they are known. */
const ROOT = "root";

/** The routes of the first load: what needs no session, and what stands for everything else. */
export function createRoutes(client: QueryClient): RouteObject[] {
  return [
    {
      id: ROOT,
      Component: Root,
      ErrorBoundary: RouteFailure,
      HydrateFallback: LoadingPage,
      middleware: [holdWhileForcedOut],
      children: [...FIXED, ...PUBLIC_ROUTES.map((entry) => screenRoute(entry, client)), CATCH_ALL],
    },
  ];
}

/** Adds the screens behind the sign-in with the first address that the first load's routes don't settle. */
export function discoverRoutes(client: QueryClient): PatchRoutesOnNavigationFunction {
  let areKnown = false;
  return async ({ patch }) => {
    if (areKnown) return;
    // What every one of them stands in comes at the same time.
    const [{ signedInRoutes }] = await Promise.all([import("./signed-in-routes"), import("./signed-in")]);
    if (areKnown) return;
    areKnown = true;
    patch(ROOT, signedInRoutes(client));
  };
}

export function createRouter(client: QueryClient): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(createRoutes(client), { patchRoutesOnNavigation: discoverRoutes(client) });
}
