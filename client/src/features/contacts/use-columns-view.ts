import { type DataColumn, hiddenAtFirst } from "@/ui/table/columns";
import { type ListView, useListView } from "@/ui/table/list-view";

/** A column that comes and goes with a custom field is hidden until it is chosen; the choice is kept under this mark. */
const CHOSEN = "+";

/** The view as the list takes it: custom columns that were not chosen are hidden, also those made since. */
export function hiddenOf(kept: readonly string[], custom: readonly string[]): readonly string[] {
  const notChosen = custom.filter((id) => !kept.includes(CHOSEN + id));
  return [...kept.filter((id) => !id.startsWith(CHOSEN)), ...notChosen];
}

/** What to keep of a view with these hidden columns. */
export function keptOf(hidden: readonly string[], custom: readonly string[]): readonly string[] {
  const chosen = custom.filter((id) => !hidden.includes(id)).map((id) => CHOSEN + id);
  return [...hidden.filter((id) => !custom.includes(id)), ...chosen];
}

/** How the Contact Book is looked at, kept in this browser. */
export function useColumnsView(
  columns: readonly DataColumn<never>[],
): readonly [ListView, (change: Partial<ListView>) => void] {
  const isCustom = ({ id }: { readonly id: string }) => id.startsWith("custom:");
  const custom = columns.filter(isCustom).map(({ id }) => id);
  const [view, setView] = useListView("contacts", hiddenAtFirst(columns.filter((column) => !isCustom(column))));
  return [
    { ...view, hidden: hiddenOf(view.hidden, custom) },
    (change) => setView(change.hidden ? { ...change, hidden: keptOf(change.hidden, custom) } : change),
  ];
}
