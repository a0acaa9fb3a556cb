import { useState } from "react";
import { useSearchParams } from "react-router";
import { queryOf } from "./list/view-look";
import { useViews } from "./list/views-data";
import { writeListQuery } from "./list-query";

/**
 * Whether a saved view is still to say what the list shows: the one that an empty address begins with, or the one that
 * is all that the address names. The list is not asked for before.
 */
export function useWaitsForView(): boolean {
  const [params] = useSearchParams();
  const { data, isPending, failureCount } = useViews();
  const names = [...params.keys()];
  const isEmpty = names.length === 0;
  const isOnlyView = names.length === 1 && names[0] === "view";
  const [isArriving, setArriving] = useState(isOnlyView);
  const wanted = isEmpty ? data?.defaultId : Number(params.get("view"));
  const view = data?.items.find(({ id }) => id === wanted);
  const isThere = !isOnlyView || (view && writeListQuery(params, queryOf(view)).toString() === params.toString());
  if (isArriving && isThere) setArriving(false);
  if (!isEmpty && !(isArriving && isOnlyView)) return false;
  // Without an answer about views the list is shown as it is.
  return isPending ? failureCount === 0 : view !== undefined && !(isArriving && isThere);
}
