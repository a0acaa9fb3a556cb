import type { DataColumn } from "@/ui/table/columns";

/** A column that comes and goes with a custom field is hidden until it is chosen; the choice is kept under this mark. */
const CHOSEN = "+";

type Columns = readonly Pick<DataColumn<never>, "id" | "isFixed">[];

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

/** What is hidden where only these are shown. */
export function othersOf(columns: Columns, shown: readonly string[]): readonly string[] {
  return columns.filter(({ id, isFixed }) => !isFixed && !shown.includes(id)).map(({ id }) => id);
}

/** The columns that are shown where these are hidden. */
export function shownOf(columns: Columns, hidden: readonly string[]): readonly string[] {
  return columns.filter(({ id, isFixed }) => !isFixed && !hidden.includes(id)).map(({ id }) => id);
}
