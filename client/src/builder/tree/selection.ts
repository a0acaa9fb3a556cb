/** The selection: one node or several, by pointer or by keys. */
import { toTextKey } from "@/lib/i18n/translation";
import { type Editor, getNodeName, getShownRoot, getShownSnapshot } from "./editor";
import { isLocked } from "./locks";
import type { Snapshot } from "./model/snapshot";
import type { Branch } from "./model/tree";
import { findBranch, iterateBranches, type LocatedBranch } from "./model/tree-positions";

/** The position of a node for screen readers, such as "row 3, column 2". */
export function describePath(editor: Editor, snapshot: Snapshot, id: string): string {
  const found = findBranch(snapshot, id);
  if (!found) return "";
  const way: string[] = [];
  for (let here: LocatedBranch | undefined = found; here; here = findBranch(snapshot, here.parent)) {
    const key = toTextKey(`${editor.registry.texts}.levels.${here.branch.level}`);
    way.unshift(editor.t(key, { number: here.index + 1 }));
  }
  return way.join(", ");
}

/** Selects a node, shows its root and announces the node. Null clears the selection. */
export function select(editor: Editor, id: string | null): void {
  const snapshot = editor.store.snapshot();
  const found = id === null ? undefined : findBranch(snapshot, id);
  if (found && found.root !== getShownRoot(editor)) editor.actor.send({ type: "show", root: found.root });
  editor.actor.send({ type: "select", id });
  if (id === null) return;
  const locked = isLocked(editor.editing, snapshot, id) ? editor.t("tree.say.locked") : "";
  const path = describePath(editor, snapshot, id);
  editor.say([editor.t("tree.say.selected", { name: getNodeName(editor, id), path }), locked].join(" ").trim());
}

export function getSelected({ actor }: Editor): string | null {
  return actor.getSnapshot().context.selected;
}

export type SelectionDirection = "next" | "previous" | "out" | "in";

/** Selects the next or previous node in reading order, the parent, or the first child. */
export function selectInDirection(editor: Editor, way: SelectionDirection): void {
  const snapshot = getShownSnapshot(editor);
  const all = [...iterateBranches(snapshot)];
  const here = all.findIndex(({ branch }) => branch.id === getSelected(editor));
  const found = all[here];
  if (!found) {
    const edge = way === "previous" ? all.at(-1) : all[0];
    if (edge) select(editor, edge.branch.id);
    return;
  }
  const to = {
    next: all[here + 1]?.branch.id,
    previous: all[here - 1]?.branch.id,
    out: snapshot.tree.has(found.parent) ? undefined : found.parent,
    in: found.branch.children[0]?.id,
  }[way];
  if (to !== undefined) select(editor, to);
}

/** The name of a node, or the number of several. */
export function formatNames(editor: Editor, ids: readonly string[]): string {
  const [first] = ids;
  return ids.length > 1 ? editor.t("tree.blocks", { count: ids.length }) : getNodeName(editor, first ?? "");
}

/** Modifier keys of a click. */
export interface Modifiers {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Selects a node as a click does: alone, in addition with Ctrl or Command, or up to it with Shift. */
export function selectByClick(editor: Editor, id: string | null, { shiftKey, ctrlKey, metaKey }: Modifiers): void {
  if (id !== null && shiftKey) extendTo(editor, id);
  else if (id !== null && (ctrlKey || metaKey)) toggle(editor, id);
  else select(editor, id);
}

/** The selected nodes in reading order, without those inside another one. */
export function getSelectedIds(editor: Editor): readonly string[] {
  const { selection } = editor.actor.getSnapshot().context;
  return filterOutermost(editor.store.snapshot(), selection);
}

/** These nodes in reading order, without those inside another one. */
export function filterOutermost(snapshot: Snapshot, ids: ReadonlySet<string>): readonly string[] {
  if (ids.size < 2) return [...ids].filter((id) => findBranch(snapshot, id));
  const found = [...iterateBranches(snapshot)].map(({ branch }) => branch.id).filter((id) => ids.has(id));
  return found.filter((id) => !listAncestors(snapshot, id).some((above) => ids.has(above.branch.id)));
}

/** The nodes that a command on this node changes: the selection if the node is in it, else the node alone. */
export function getTargetIds(editor: Editor, id: string): readonly string[] {
  return editor.actor.getSnapshot().context.selection.has(id) ? getSelectedIds(editor) : [id];
}

/** Adds a node to the selection, or removes it. */
function toggle(editor: Editor, id: string): void {
  const { selection } = editor.actor.getSnapshot().context;
  const others = [...selection].filter((each) => each !== id);
  const isAdded = !selection.has(id);
  const primary = isAdded ? id : others.at(-1);
  if (primary === undefined) select(editor, null);
  else selectSeveral(editor, isAdded ? [...others, id] : others, { primary, anchor: primary });
}

/** Selects every node from the anchor to this node: siblings, or the siblings that contain both. */
function extendTo(editor: Editor, id: string): void {
  const { anchor } = editor.actor.getSnapshot().context;
  const range = anchor === null ? undefined : findRange(getShownSnapshot(editor), anchor, id);
  if (anchor === null || !range) select(editor, id);
  else selectSeveral(editor, range.ids, { primary: range.end, anchor });
}

/** Extends the selection from its anchor by one sibling. */
export function extendBy(editor: Editor, by: -1 | 1): void {
  const snapshot = getShownSnapshot(editor);
  const here = findBranch(snapshot, getSelected(editor) ?? "");
  if (!here) return;
  const beside = listAllSiblings(snapshot, here);
  const next = beside[beside.findIndex(({ id }) => id === here.branch.id) + by];
  if (next) extendTo(editor, next.id);
}

/** Selects all siblings of the primary node, or all nodes directly in the root if none is selected. */
export function selectAll(editor: Editor): void {
  const snapshot = getShownSnapshot(editor);
  const here = findBranch(snapshot, getSelected(editor) ?? "");
  const ids = (here ? listAllSiblings(snapshot, here) : ([...snapshot.tree.values()][0] ?? [])).map(({ id }) => id);
  const primary = here?.branch.id ?? ids[0];
  if (primary !== undefined) selectSeveral(editor, ids, { primary, anchor: primary });
}

/** Selects nodes, shows their root and announces them. The primary node is never inside another selected one. */
export function selectSeveral(
  editor: Editor,
  ids: readonly string[],
  { primary, anchor }: { readonly primary: string; readonly anchor: string },
): void {
  if (ids.length < 2) {
    select(editor, primary);
    return;
  }
  const found = findBranch(editor.store.snapshot(), primary);
  if (found && found.root !== getShownRoot(editor)) editor.actor.send({ type: "show", root: found.root });
  const above = listPath(editor.store.snapshot(), primary).find(({ branch }) => ids.includes(branch.id));
  editor.actor.send({ type: "selectSeveral", ids, primary: above?.branch.id ?? primary, anchor });
  editor.say(editor.t("tree.say.severalSelected", { count: ids.length }));
}

/** Selects these nodes, the last of them as the primary one. */
export function selectEach(editor: Editor, ids: readonly string[]): void {
  const primary = ids.at(-1);
  if (primary === undefined) select(editor, null);
  else selectSeveral(editor, ids, { primary, anchor: ids[0] ?? primary });
}

interface Range {
  readonly ids: readonly string[];
  /** The node of the range that is, or contains, the node to which it extends. */
  readonly end: string;
}

function findRange(snapshot: Snapshot, from: string, to: string): Range | undefined {
  const [first, last] = [listPath(snapshot, from), listPath(snapshot, to)];
  let depth = 0;
  while (first[depth + 1] && last[depth + 1] && first[depth]?.branch === last[depth]?.branch) depth += 1;
  const [start, end] = [first[depth], last[depth]];
  if (!start || !end || start.parent !== end.parent) return undefined;
  const ids = listAllSiblings(snapshot, start).map(({ id }) => id);
  const bounds = [ids.indexOf(start.branch.id), ids.indexOf(end.branch.id)];
  return { ids: ids.slice(Math.min(...bounds), Math.max(...bounds) + 1), end: end.branch.id };
}

/** A node with its ancestors, outermost first. */
function listPath(snapshot: Snapshot, id: string): readonly LocatedBranch[] {
  const own = findBranch(snapshot, id);
  return own ? [...listAncestors(snapshot, id), own] : [];
}

/** The ancestors of a node, outermost first. */
function listAncestors(snapshot: Snapshot, id: string): readonly LocatedBranch[] {
  const above: LocatedBranch[] = [];
  for (
    let here = findBranch(snapshot, findBranch(snapshot, id)?.parent ?? "");
    here;
    here = findBranch(snapshot, here.parent)
  ) {
    above.unshift(here);
  }
  return above;
}

/** All children of the parent of a node, in whatever slot. */
function listAllSiblings(snapshot: Snapshot, { parent }: LocatedBranch): readonly Branch[] {
  return snapshot.tree.get(parent) ?? findBranch(snapshot, parent)?.branch.children ?? [];
}
