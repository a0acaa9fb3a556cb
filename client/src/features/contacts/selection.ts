/** The contacts of an action: the selected ones, or all that match the list's filters. */
export type Selection =
  | { readonly kind: "ticked"; readonly ids: ReadonlySet<string> }
  | { readonly kind: "matching"; readonly total: number; readonly totalIsExact: boolean };

export const EMPTY_SELECTION: Selection = { kind: "ticked", ids: new Set() };

export function countSelected(selection: Selection): number {
  return selection.kind === "ticked" ? selection.ids.size : selection.total;
}

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === "matching" || selection.ids.has(id);
}

/**
 * Selects or deselects `ids`. Deselecting while all matching contacts are selected leaves only the other visible ones.
 */
export function setTicked(
  selection: Selection,
  ids: readonly string[],
  isTicked: boolean,
  onScreen: readonly string[],
): Selection {
  const next = new Set(selection.kind === "matching" ? onScreen : selection.ids);
  for (const id of ids) {
    if (isTicked) next.add(id);
    else next.delete(id);
  }
  return { kind: "ticked", ids: next };
}
