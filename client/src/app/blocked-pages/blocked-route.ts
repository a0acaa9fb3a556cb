import { generatePath, type LoaderFunctionArgs, useParams, useSearchParams } from "react-router";
import { findInternalPath, type RouteEntry } from "@/lib/routing";
import { HOME } from "../addresses";
import { loadFeatureTexts } from "../texts";

type Routes = readonly RouteEntry[];

/** Loads the texts of the blocked screen, so that its title can be shown. */
export async function loadBlockedTexts(routes: Routes, { params }: LoaderFunctionArgs): Promise<null> {
  await loadFeatureTexts(routes.find(({ name }) => name === params.routeName)?.texts ?? []);
  return null;
}

function getPath({ path }: RouteEntry): string | undefined {
  try {
    return generatePath(path);
  } catch {
    // The path needs an id, which the blocked address does not include.
    return undefined;
  }
}

/** The blocked screen named in the address, and the path the user came from. */
export function useBlockedRoute(routes: Routes): {
  entry: RouteEntry | undefined;
  path: string | undefined;
  from: string;
} {
  const { routeName } = useParams();
  const [search] = useSearchParams();
  const entry = routes.find(({ name }) => name === routeName);
  return { entry, path: entry && getPath(entry), from: findInternalPath(search.get("from")) ?? HOME };
}
