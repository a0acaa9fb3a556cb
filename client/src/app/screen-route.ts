import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, type RouteObject, redirect } from "react-router";
import { MalformedId } from "@/lib/api/missing";
import { failWhenMissing } from "@/lib/files/waiting-files";
import { hasValidIds, type RouteEntry, type RouteHandle } from "@/lib/routing";
import { findPublicRedirect, guard } from "./guard";
import { shouldRevalidateScreen } from "./stay-on-screen";
import { loadFeatureTexts } from "./texts";

/** Error boundary for a missing record; empty for a screen without a record. */
async function loadRecordBoundary({ record, isWhole }: RouteEntry): Promise<Pick<RouteObject, "ErrorBoundary">> {
  if (!record) return {};
  const { createRecordBoundary: recordBoundary } = await import("./pages/missing-record");
  return { ErrorBoundary: recordBoundary(record, isWhole === true) };
}

/** Route of a screen, which loads with its texts on navigation. */
export function createScreenRoute(entry: RouteEntry, client: QueryClient): RouteObject {
  return {
    path: entry.path,
    handle: { entry } satisfies RouteHandle,
    shouldRevalidate: shouldRevalidateScreen,
    lazy: async () => {
      // Screen and texts load in parallel; then the guard runs in the loader.
      const [module, boundary] = await failWhenMissing(() =>
        Promise.all([entry.load(), loadRecordBoundary(entry), loadFeatureTexts(entry.texts)]),
      );
      return {
        Component: module.Page,
        ...boundary,
        loader: async (args: LoaderFunctionArgs) => {
          const target = entry.isPublic ? findPublicRedirect(entry, new URL(args.request.url)) : undefined;
          if (target) return redirect(target);
          if (!entry.isPublic) await guard(entry, args.request, client);
          if (entry.record && !hasValidIds(entry.record, args.params)) throw new MalformedId();
          return module.loader ? await module.loader(args) : null;
        },
      };
    },
  };
}
