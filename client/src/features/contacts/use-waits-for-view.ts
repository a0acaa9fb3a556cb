import { useState } from "react";
import { useSearchParams } from "react-router";
import { toListQuery } from "./list/view-settings";
import { useViews } from "./list/views-data";
import { writeListQuery } from "./list-query";

/**
 * Whether a saved view must still load before the list is known: the default view of an empty address, or the view that
 * is the address's only parameter. The list is fetched afterwards.
 */
export function useWaitsForView(): boolean {
  const [params] = useSearchParams();
  const { data, isPending, failureCount } = useViews();
  const names = [...params.keys()];
  const isEmpty = names.length === 0;
  const isOnlyView = names.length === 1 && names[0] === "view";
  const [isArriving, setArriving] = useState(isOnlyView);
  const viewId = isEmpty ? data?.defaultId : Number(params.get("view"));
  const view = data?.items.find(({ id }) => id === viewId);
  const isThere = !isOnlyView || (view && writeListQuery(params, toListQuery(view)).toString() === params.toString());
  if (isArriving && isThere) setArriving(false);
  if (!isEmpty && !(isArriving && isOnlyView)) return false;
  // Without a response about views, the list is shown unchanged.
  return isPending ? failureCount === 0 : view !== undefined && !(isArriving && isThere);
}
