import type { DataColumn } from "@/ui/table/columns";

/** Columns of custom fields are hidden until they are chosen; the choice is stored with this prefix. */
const CHOSEN_PREFIX = "+";

type Columns = readonly Pick<DataColumn<never>, "id" | "isFixed">[];

/** The hidden columns of a stored view, including custom columns that were not chosen or were added later. */
export function listHiddenColumns(kept: readonly string[], custom: readonly string[]): readonly string[] {
  const notChosen = custom.filter((id) => !kept.includes(CHOSEN_PREFIX + id));
  return [...kept.filter((id) => !id.startsWith(CHOSEN_PREFIX)), ...notChosen];
}

/** The stored form of a view with these hidden columns. */
export function toStoredColumns(hidden: readonly string[], custom: readonly string[]): readonly string[] {
  const chosen = custom.filter((id) => !hidden.includes(id)).map((id) => CHOSEN_PREFIX + id);
  return [...hidden.filter((id) => !custom.includes(id)), ...chosen];
}

/** The hidden columns if only these are shown. Fixed columns are never hidden. */
export function listOtherColumns(columns: Columns, shown: readonly string[]): readonly string[] {
  return columns.filter(({ id, isFixed }) => !isFixed && !shown.includes(id)).map(({ id }) => id);
}

/** The shown columns if these are hidden, without fixed columns. */
export function listShownColumns(columns: Columns, hidden: readonly string[]): readonly string[] {
  return columns.filter(({ id, isFixed }) => !isFixed && !hidden.includes(id)).map(({ id }) => id);
}
