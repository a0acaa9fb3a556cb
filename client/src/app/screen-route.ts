import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, type RouteObject, redirect } from "react-router";
import type { RouteEntry, RouteHandle } from "@/lib/routing";
import { guard, publicRedirect } from "./guard";
import { loadFeatureTexts } from "./texts";

/** The route of a screen, which comes with its texts when it is gone to. */
export function screenRoute(entry: RouteEntry, client: QueryClient): RouteObject {
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
