import { generatePath, type LoaderFunctionArgs, useParams, useSearchParams } from "react-router";
import { ownPath, type RouteEntry } from "@/lib/routing";
import { HOME } from "../addresses";
import { loadFeatureTexts } from "../texts";

type Routes = readonly RouteEntry[];

/** Loads the words of the refused screen, so that it can be called by its name. */
export async function loadRefusedTexts(routes: Routes, { params }: LoaderFunctionArgs): Promise<null> {
  await loadFeatureTexts(routes.find(({ name }) => name === params.routeName)?.texts ?? []);
  return null;
}

function pathOf({ path }: RouteEntry): string | undefined {
  try {
    return generatePath(path);
  } catch {
    // It needs an id, which the refusal did not keep.
    return undefined;
  }
}

/** The screen that was refused, as the address names it, and where the user came from. */
export function useRefused(routes: Routes): { entry: RouteEntry | undefined; path: string | undefined; from: string } {
  const { routeName } = useParams();
  const [search] = useSearchParams();
  const entry = routes.find(({ name }) => name === routeName);
  return { entry, path: entry && pathOf(entry), from: ownPath(search.get("from")) ?? HOME };
}
