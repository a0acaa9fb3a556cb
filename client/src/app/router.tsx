import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from "react-router";
import { session } from "@/features/session/public";
import type { RouteEntry, RouteHandle } from "@/lib/routing";
import { FEATURE_ROUTES, FRAME_TEXTS } from "./features";
import { guard, HOME, publicRedirect } from "./guard";
import { LoadingPage } from "./pages/loading-page";
import { RouteFailure } from "./pages/route-failure";
import { Root } from "./root";
import { loadFeatureTexts } from "./texts";

function screen(entry: RouteEntry, client: QueryClient): RouteObject {
  return {
    path: entry.path,
    handle: { entry } satisfies RouteHandle,
    lazy: async () => {
      // Screen and texts come together; the guard runs in the loader, once they are here.
      const [module] = await Promise.all([entry.load(), loadFeatureTexts(entry.texts)]);
      return {
        Component: module.Page,
        loader: async (args: LoaderFunctionArgs) => {
          const target = entry.isPublic ? publicRedirect(entry, new URL(args.request.url)) : undefined;
          if (target) return redirect(target);
          if (!entry.isPublic) await guard(entry, args.request, client);
          return module.loader ? await module.loader(args) : null;
        },
      };
    },
  };
}

const FIXED: readonly RouteObject[] = [
  { path: "/", Component: LoadingPage, loader: () => redirect("/login") },
  { path: "/dashboard", Component: LoadingPage, loader: () => redirect("/analytics") },
  {
    path: "/logout",
    Component: LoadingPage,
    loader: () => {
      session.send({ type: "signOut" });
      return redirect("/login");
    },
  },
  { path: "/page/loading", Component: LoadingPage },
  {
    path: "/err",
    lazy: async () => ({ Component: (await import("./pages/connection-lost-page")).ConnectionLostPage }),
  },
];

const CATCH_ALL: RouteObject = {
  path: "*",
  // An old tracking address that nothing answers any more leads home (SHELL-106).
  loader: ({ request }) => (new URL(request.url).pathname.startsWith("/t/") ? redirect(HOME) : null),
  lazy: async () => ({ Component: (await import("./pages/not-found-page")).NotFoundPage }),
};

export function createRoutes(client: QueryClient): RouteObject[] {
  const publicScreens = FEATURE_ROUTES.filter(({ isPublic }) => isPublic).map((entry) => screen(entry, client));
  const insideShell = FEATURE_ROUTES.filter(({ isPublic }) => !isPublic).map((entry) => screen(entry, client));
  return [
    {
      Component: Root,
      ErrorBoundary: RouteFailure,
      HydrateFallback: LoadingPage,
      children: [
        ...FIXED,
        ...publicScreens,
        {
          lazy: async () => {
            const [{ ShellLayout }] = await Promise.all([import("./shell-layout"), loadFeatureTexts(FRAME_TEXTS)]);
            return { Component: ShellLayout };
          },
          children: insideShell,
        },
        CATCH_ALL,
      ],
    },
  ];
}

export function createRouter(client: QueryClient): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(createRoutes(client));
}
