import { useState } from "react";
import { type DataColumn, listHiddenByDefault } from "@/ui/table/columns";
import { type ListView, useListView } from "@/ui/table/list-view";
import { listHiddenColumns, listOtherColumns, listShownColumns, toStoredColumns } from "./columns-view";
import { useChooseColumns, useViews } from "./list/views-data";

/**
 * Columns and display options of the Contact Book.
 *
 * The user's columns are stored on the server, and in this browser so that they are known before the server responds.
 * An open saved view shows its own columns, and changes then affect only that view.
 */
export function useColumnsView(columns: readonly DataColumn<never>[], viewId: string | undefined) {
  const isCustom = ({ id }: { readonly id: string }) => id.startsWith("custom:");
  const custom = columns.filter(isCustom).map(({ id }) => id);
  const [view, setView] = useListView("contacts", listHiddenByDefault(columns.filter((column) => !isCustom(column))));
  const own = useViews().data?.columns;
  const choose = useChooseColumns();
  const [ofView, setOfView] = useState<readonly string[]>();
  const isOfView = viewId !== undefined && ofView !== undefined;
  const hidden = isOfView ? ofView : own ? listOtherColumns(columns, own) : listHiddenColumns(view.hidden, custom);

  function change({ hidden: next, ...rest }: Partial<ListView>): void {
    if (next && isOfView) setOfView(next);
    else if (next) choose([...listShownColumns(columns, next)]);
    setView(next && !isOfView ? { ...rest, hidden: toStoredColumns(next, custom) } : rest);
  }
  return { view: { ...view, hidden }, change, showOfView: setOfView };
}
