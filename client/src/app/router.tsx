import type { QueryClient } from "@tanstack/react-query";
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  redirect,
} from "react-router";
import { getSessionState, session } from "@/features/session/public";
import { failWhenMissing } from "@/lib/files/waiting-files";
import type { RouteEntry } from "@/lib/routing";
import { ALIASES, HOME, resolveAlias, storePromo } from "./addresses";
import { guard } from "./guard";
import { ConnectionLostPage } from "./pages/connection-lost-page";
import { LoadingPage } from "./pages/loading-page";
import type { NotFoundData } from "./pages/not-found-page";
import { RouteFailure } from "./pages/route-failure";
import { PUBLIC_ROUTES } from "./public-routes";
import { Root } from "./root";
import { createScreenRoute } from "./screen-route";
import { pauseWhileForcedOut } from "./session-navigation";

const FIXED_ROUTES: readonly RouteObject[] = [
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
  // Part of the initial bundle, because it is shown when nothing can be fetched.
  { path: "/err", Component: ConnectionLostPage },
];

/** Fallback route for unknown addresses. */
function createCatchAllRoute(client: QueryClient): RouteObject {
  return {
    path: "*",
    loader: async ({ request }: LoaderFunctionArgs): Promise<NotFoundData | Response> => {
      // Obsolete tracking addresses lead home (SHELL-106).
      if (new URL(request.url).pathname.startsWith("/t/")) return redirect(resolveAlias(HOME));
      if (getSessionState() !== "loggedIn") return null;
      const [Frame] = await Promise.all([
        failWhenMissing(() => import("./signed-in-frame")).then(({ loadSignedInFrame }) =>
          failWhenMissing(loadSignedInFrame),
        ),
        guard(NOT_FOUND_ENTRY, request, client),
      ]);
      return { Frame };
    },
    lazy: async () => ({ Component: (await failWhenMissing(NOT_FOUND_ENTRY.load)).Page }),
  };
}

/** Entry that the guard uses for an unknown address: open to every signed-in user. */
const NOT_FOUND_ENTRY: RouteEntry = {
  path: "*",
  name: "not-found",
  title: "app.notFoundTitle",
  texts: [],
  load: async () => ({ Page: (await import("./pages/not-found-page")).NotFoundPage }),
};

/** Id of the route to which the signed-in screens are added. */
const ROOT_ROUTE_ID = "root";

/** Routes of the initial bundle: the public screens and a fallback for all others. */
export function createRoutes(client: QueryClient): RouteObject[] {
  return [
    {
      id: ROOT_ROUTE_ID,
      Component: Root,
      ErrorBoundary: RouteFailure,
      HydrateFallback: LoadingPage,
      middleware: [pauseWhileForcedOut],
      children: [
        ...FIXED_ROUTES,
        ...PUBLIC_ROUTES.map((entry) => createScreenRoute(entry, client)),
        createCatchAllRoute(client),
      ],
    },
  ];
}

/** Adds the signed-in screens on the first address that the initial routes do not match. */
export function discoverRoutes(client: QueryClient): PatchRoutesOnNavigationFunction {
  let hasRoutes = false;
  return async ({ patch, signal }) => {
    if (hasRoutes) return;
    // Loads their common parent at the same time.
    const [{ createSignedInRoutes: signedInRoutes }] = await failWhenMissing(() =>
      Promise.all([import("./signed-in-routes"), import("./signed-in")]),
    );
    // An aborted navigation patches nothing; the one that replaced it does.
    if (hasRoutes || signal.aborted) return;
    hasRoutes = true;
    patch(ROOT_ROUTE_ID, signedInRoutes(client));
  };
}

export function createRouter(client: QueryClient): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(createRoutes(client), { patchRoutesOnNavigation: discoverRoutes(client) });
}
