import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import type { DataColumn } from "@/ui/table/columns";
import type { ListQuery } from "../list-query";
import { listHiddenInView, toListQuery } from "./view-settings";
import { useViews } from "./views-data";

interface Props {
  readonly columns: readonly DataColumn<never>[];
  readonly onChange: (change: Partial<ListQuery>) => void;
  readonly onHidden: (hidden: readonly string[]) => void;
}

/** Applies the default view to an empty address, and a named view to an address that contains only its name. */
export function DefaultView({ columns, onChange, onHidden }: Props): null {
  const [params] = useSearchParams();
  const { data } = useViews();
  const names = [...params.keys()];
  const isEmpty = names.length === 0;
  const [isArrived] = useState(() => names.length === 1 && names[0] === "view");
  const viewId = isEmpty ? data?.defaultId : isArrived ? Number(params.get("view")) : undefined;
  const view = data?.items.find(({ id }) => id === viewId);
  const show = useEffectEvent(() => {
    if (!view) return;
    const hidden = listHiddenInView(view, columns);
    if (hidden) onHidden(hidden);
    onChange(toListQuery(view));
  });
  const due = view && (isEmpty || isArrived) ? view.id : undefined;
  useEffect(() => {
    if (due !== undefined) show();
  }, [due]);
  return null;
}
