/** User actions by mouse, keyboard or menu: each runs commands, updates the selection and announces the result. */
import { toast } from "@/ui/toasts";
import { getNodes } from "../collab/maps";
import { showUndoToast } from "../collab/undo-toast";
import { buildClipboardText, parseParts } from "./commands/clipboard";
import { duplicate } from "./commands/duplicate";
import { insert } from "./commands/insert";
import { setLocked } from "./commands/marks";
import { move } from "./commands/move";
import { remove } from "./commands/remove";
import { type Drop, resolveDrop } from "./drag/drop";
import { type Editor, getShownSnapshot } from "./editor";
import { isLocked } from "./locks";
import { generateIds, type Piece, readPiece } from "./model/pieces";
import { type Snapshot, readSnapshot as snapshotOf } from "./model/snapshot";
import { listWrapperLevels } from "./model/structure";
import type { Branch } from "./model/tree";
import {
  canInsert,
  computeExtent,
  findBranch,
  getTreePosition,
  hasCapacityFor,
  type LocatedBranch,
  listSiblings,
  type TreePosition,
} from "./model/tree-positions";
import { buildWrapper, type Kind } from "./registry";
import { describePath, formatNames, getSelected, selectEach } from "./selection";

/** Position of a new piece without a chosen one: in or after the selected node or its ancestors, else at the end. */
export function findDropAfterSelection(editor: Editor, piece: Piece): Drop | undefined {
  const snapshot = getShownSnapshot(editor);
  const root = snapshot.roots[0];
  if (root === undefined) return undefined;
  const isOpen = (place: TreePosition) =>
    canInsert(snapshot, piece, place) && !isLocked(editor.editing, snapshot, place.parent);
  // A wrapper, such as a row, goes directly into the root, after the branch with the selected node.
  const isWrap = Object.values(snapshot.structure.wrap).includes(piece.level);
  for (let here = findBranch(snapshot, getSelected(editor) ?? ""); here; here = findBranch(snapshot, here.parent)) {
    const after = { ...getTreePosition(here), index: here.index + 1 };
    const [first] = here.branch.children;
    const places: readonly TreePosition[] = isWrap
      ? [after].filter(({ parent }) => snapshot.tree.has(parent))
      : [getEndPosition(snapshot, here.branch.id), after, ...(first ? [getEndPosition(snapshot, first.id)] : [])];
    const place = places.find(isOpen);
    if (place) return { place, isWrapped: false };
  }
  return resolveDrop(snapshot, piece, { parent: root, index: snapshot.tree.get(root)?.length ?? 0 });
}

function getEndPosition(snapshot: Snapshot, parent: string): TreePosition {
  return { parent, index: listSiblings(snapshot, parent).length };
}

/** Inserts a piece and selects it. Returns its id; undefined where it cannot go, or if the document is full. */
export function insertPiece(
  editor: Editor,
  piece: Piece,
  drop = findDropAfterSelection(editor, piece),
): string | undefined {
  return insertPieces(editor, [piece], drop)[0];
}

/** Inserts pieces one after the other, or at the end where one does not fit, and selects them. All or none go in. */
export function insertPieces(
  editor: Editor,
  pieces: readonly Piece[],
  drop = pieces[0] && findDropAfterSelection(editor, pieces[0]),
): readonly string[] {
  const { editing, registry, t } = editor;
  const planned = planInsertions(editor, pieces, drop);
  const known = planned.filter((each) => each !== undefined);
  if (known.length === 0 || known.length < planned.length) {
    editor.say(t("tree.say.nowhere"));
    return [];
  }
  const wholes = known.map(({ piece, isWrapped }) =>
    isWrapped ? buildWrapper(registry, piece.level, [piece]) : piece,
  );
  if (wholes.includes(undefined)) {
    editor.say(t("tree.say.nowhere"));
    return [];
  }
  const count = wholes.reduce((sum, whole) => sum + (whole ? computeExtent(whole).count : 0), 0);
  if (!hasCapacityFor(editor.store.snapshot(), count)) {
    toast("warning", t("tree.say.full"));
    return [];
  }
  const idsByOrigin = generateIds(pieces);
  const ids = editing.history.act(() =>
    known.flatMap(({ piece, place, isWrapped }, index) => {
      const whole = wholes[index];
      const outer = whole && insert(editing, whole, place, idsByOrigin);
      const depth = isWrapped ? listWrapperLevels(editing.structure, piece.level).length : 0;
      return findInnermost(editor, outer, depth) ?? [];
    }),
  );
  if (ids.length === 0) editor.say(t("tree.say.nowhere"));
  else selectEach(editor, ids);
  return ids;
}

/** Where pieces go that start at a position: one after the other, or at the end of the root where one does not fit. */
function planInsertions(editor: Editor, pieces: readonly Piece[], first: Drop | undefined) {
  const snapshot = getShownSnapshot(editor);
  const [root] = snapshot.roots;
  let count = 0;
  return pieces.map((piece, index) => {
    if (!first || root === undefined) return undefined;
    const beside = resolveDrop(snapshot, piece, { ...first.place, index: first.place.index + count });
    if (beside) count += 1;
    const end = index > 0 ? resolveDrop(snapshot, piece, { parent: root, index: Number.MAX_SAFE_INTEGER }) : undefined;
    const drop = beside ?? end;
    return drop && { piece, ...drop };
  });
}

/** Id of the node `depth` levels below a node inserted just now, in which every level has a single child. */
function findInnermost({ editing }: Editor, outer: string | undefined, depth: number): string | undefined {
  let here = outer;
  for (let at = 0; at < depth; at += 1) here = findFirstChild(editing.doc, here);
  return here;
}

/** Id of the first child in a node inserted just now. */
function findFirstChild(doc: Editor["editing"]["doc"], parent: string | undefined): string | undefined {
  for (const [id, node] of getNodes(doc).entries()) {
    const at = node.get("at");
    if (Array.isArray(at) && at[0] === parent) return id;
  }
  return undefined;
}

/** `full`: the document has no room for the nodes that a move needs around its node, and a toast says so. */
export type MoveResult = "moved" | "full" | "refused";

/** Moves nodes to a position, one after the other in this order. */
export function moveTo(editor: Editor, ids: readonly string[], place: TreePosition): MoveResult {
  const { editing, registry, store } = editor;
  const snapshot = store.snapshot();
  const moves = ids.map((id) => {
    const branch = findBranch(snapshot, id)?.branch;
    const drop = branch && !isLocked(editing, snapshot, id) ? resolveDrop(snapshot, branch, place) : undefined;
    const wrap = branch && drop?.isWrapped ? buildWrapper(registry, branch.level, []) : undefined;
    return drop && (!drop.isWrapped || wrap) ? { id, wrap, level: branch?.level ?? "" } : undefined;
  });
  const known = moves.filter((each) => each !== undefined);
  if (known.length < ids.length || isLocked(editing, snapshot, place.parent)) return "refused";
  const count = known.reduce((sum, { wrap }) => sum + (wrap ? computeExtent(wrap).count : 0), 0);
  if (count > 0 && !hasCapacityFor(snapshot, count)) {
    toast("warning", editor.t("tree.say.full"));
    return "full";
  }
  return editing.history.act(() => {
    let next: TreePosition | undefined = place;
    for (const each of known) next = next && applyMove(editor, each, next);
    return next ? "moved" : "refused";
  });
}

interface PlannedMove {
  readonly id: string;
  /** The wrapper that the node needs at the position; undefined if it needs none. */
  readonly wrap: Piece | undefined;
  readonly level: string;
}

/** Moves a node. Returns the position after it; undefined where it cannot go. */
function applyMove(editor: Editor, { id, wrap, level }: PlannedMove, place: TreePosition): TreePosition | undefined {
  const { editing } = editor;
  const outer = wrap ? insert(editing, wrap, place) : id;
  const parent = wrap && findInnermost(editor, outer, listWrapperLevels(editing.structure, level).length - 1);
  if (outer === undefined || (wrap && parent === undefined)) return undefined;
  if (!move(editing, id, parent === undefined ? place : { parent, index: 0 })) return undefined;
  const now = findBranch(snapshotOf(editing.doc, editing.structure), outer);
  return now && { ...getTreePosition(now), index: now.index + 1 };
}

/** Moves siblings by one position. */
export function shift(editor: Editor, ids: readonly string[], by: -1 | 1): void {
  const [first, last] = findEnds(editor, ids);
  if (!first || !last) return;
  const place = { ...getTreePosition(first), index: by < 0 ? first.index - 1 : last.index + 2 };
  const isMoved = moveTo(editor, ids, place) === "moved";
  editor.say(isMoved ? describeMove(editor, ids) : editor.t("tree.say.notThere"));
}

/** Whether nodes are siblings that have another one before or after them. */
export function canShift(editor: Editor, ids: readonly string[], by: -1 | 1): boolean {
  const [first, last] = findEnds(editor, ids);
  if (!first || !last) return false;
  return by < 0 ? first.index > 0 : last.index < listSiblingsInSlot(editor, last).length - 1;
}

/** The first and last of these nodes; none if they are not in the same slot of one parent. */
function findEnds({ store }: Editor, ids: readonly string[]): readonly LocatedBranch[] {
  const snapshot = store.snapshot();
  const all = ids.flatMap((id) => findBranch(snapshot, id) ?? []);
  const [first, last] = [all[0], all.at(-1)];
  const isBeside = ({ parent, branch }: LocatedBranch) => parent === first?.parent && branch.slot === first.branch.slot;
  return first && last && all.every(isBeside) ? [first, last] : [];
}

function listSiblingsInSlot({ store }: Editor, { parent, branch }: LocatedBranch): readonly Branch[] {
  return listSiblings(store.snapshot(), parent, branch.slot);
}

export function describeMove(editor: Editor, ids: readonly string[]): string {
  const path = describePath(editor, editor.store.snapshot(), ids[0] ?? "");
  return editor.t("tree.say.moved", { name: formatNames(editor, ids), path });
}

/** Says that a node, or one of several, is locked. */
export function announceLocked(editor: Editor, ids: readonly string[]): void {
  editor.say(editor.t(ids.length > 1 ? "tree.say.oneIsLocked" : "tree.say.isLocked"));
}

/** Deletes nodes, selects the node now at the position of the first one, and offers to undo. */
export function removeNodes(editor: Editor, ids: readonly string[]): void {
  const { editing, store, t } = editor;
  const snapshot = store.snapshot();
  const before = findBranch(snapshot, ids[0] ?? "");
  const name = formatNames(editor, ids);
  if (!before || ids.some((id) => isLocked(editing, snapshot, id))) {
    announceLocked(editor, ids);
    return;
  }
  editing.history.act(() => {
    for (const id of ids) remove(editing, id);
  });
  const now = store.snapshot();
  const beside = listSiblings(now, before.parent, before.branch.slot);
  const next =
    beside[Math.min(before.index, beside.length - 1)]?.id ?? (now.tree.has(before.parent) ? null : before.parent);
  editor.actor.send({ type: "select", id: next });
  editor.say(t("tree.say.removed", { name }));
  showUndoToast(editing.history, {
    message: t("terms.nameDeleted", { name }),
    label: t("tree.commands.undo"),
    undo: () => {
      if (editing.history.undo()) selectEach(editor, ids);
    },
  });
}

/** Duplicates nodes and selects the copies. Siblings are copied after the last of them. */
export function duplicateNodes(editor: Editor, ids: readonly string[]): void {
  const { editing, store, t } = editor;
  const snapshot = store.snapshot();
  const found = ids.flatMap((id) => findBranch(snapshot, id) ?? []);
  const gated = found.map(({ branch }) => findGatedKind(editor, branch)).find((kind) => kind !== undefined);
  if (gated) {
    editor.offerUpgrade(gated);
    return;
  }
  if (
    !hasCapacityFor(
      snapshot,
      found.reduce((sum, { branch }) => sum + computeExtent(branch).count, 0),
    )
  ) {
    toast("warning", t("tree.say.full"));
    return;
  }
  if (found.length < ids.length || found.some(({ parent }) => isLocked(editing, snapshot, parent))) {
    announceLocked(editor, ids);
    return;
  }
  const keyOf = ({ parent, branch }: LocatedBranch) => `${parent} ${branch.slot}`;
  const last = new Map(found.map((each) => [keyOf(each), each.branch.id]));
  const idsByOrigin = generateIds(found.map(({ branch }) => readPiece(editing.doc, branch)));
  const copies = editing.history.act(() =>
    found.flatMap((each) => {
      const copy = duplicate(editing, each.branch.id, { after: last.get(keyOf(each)), ids: idsByOrigin });
      if (copy !== undefined) last.set(keyOf(each), copy);
      return copy ?? [];
    }),
  );
  selectEach(editor, copies);
}

/** Locks nodes; unlocks them if all are locked. */
export function toggleLock(editor: Editor, ids: readonly string[]): void {
  const isNow = areLocked(editor, ids);
  editor.editing.history.act(() => {
    for (const id of ids) setLocked(editor.editing, id, !isNow);
  });
  editor.say(editor.t(isNow ? "tree.say.unlocked" : "tree.say.lockedNow", { name: formatNames(editor, ids) }));
}

export function areLocked({ store }: Editor, ids: readonly string[]): boolean {
  return ids.every((id) => store.node(id)?.isLocked ?? false);
}

/** Clipboard text of nodes. */
export function buildSelectionText({ editing, registry }: Editor, ids: readonly string[]): string | undefined {
  return buildClipboardText(editing, registry.name, ids);
}

/** Inserts copied parts. Returns false if the text has no parts of this editor. */
export function pasteText(editor: Editor, text: string): boolean {
  const pieces = parseParts(text, editor.registry.name, editor.registry.structure);
  if (!pieces?.every((piece) => hasKnownKinds(editor, piece))) return false;
  const gated = pieces.map((piece) => findGatedKind(editor, piece)).find((kind) => kind !== undefined);
  if (gated) editor.offerUpgrade(gated);
  else insertPieces(editor, pieces);
  return true;
}

/** Passes nodes to the editor, which saves them as a section. */
export function saveSection({ editing, registry, store }: Editor, ids: readonly string[]): void {
  const found = ids.flatMap((id) => findBranch(store.snapshot(), id) ?? []);
  registry.sections?.save?.(found.map(({ branch }) => readPiece(editing.doc, branch)));
}

interface KindTree {
  readonly kind: string;
  readonly children: readonly KindTree[];
}

/** The first kind in a part that the plan lacks. */
export function findGatedKind(editor: Editor, part: KindTree): Kind | undefined {
  for (const { kind } of iterateParts(part)) {
    const own = editor.registry.kinds.get(kind);
    if (own && !editor.allows(own)) return own;
  }
  return undefined;
}

/** A part and its descendants, parents first. */
function* iterateParts<Part extends { readonly children: readonly Part[] }>(part: Part): Generator<Part> {
  const waiting = [part];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    waiting.push(...[...next.children].reverse());
  }
}

/** Copies nodes from a menu, without a clipboard event. */
export async function copyPart(editor: Editor, ids: readonly string[]): Promise<void> {
  const { say, t } = editor;
  try {
    await navigator.clipboard.writeText(buildSelectionText(editor, ids) ?? "");
    say(t("tree.say.copied"));
  } catch {
    toast("warning", t("tree.say.notCopied"));
  }
}

/** Inserts the parts in the clipboard at the selection. */
export async function pastePart(editor: Editor): Promise<void> {
  const { t } = editor;
  try {
    const text = await navigator.clipboard.readText();
    if (!pasteText(editor, text)) toast("info", t("tree.say.nothingCopied"));
  } catch {
    toast("warning", t("tree.say.notPasted"));
  }
}

/** Whether the editor has every kind in a piece, at its level. */
export function hasKnownKinds({ registry }: Editor, piece: Piece): boolean {
  return [...iterateParts(piece)].every(({ kind, level }) => registry.kinds.get(kind)?.level === level);
}

/** The first rich text setting of a node; undefined if it has none. */
export function findRichField({ registry, store }: Editor, id: string): string | undefined {
  const kind = registry.kinds.get(store.node(id)?.kind ?? "");
  return kind?.fields.find(({ control }) => control === "rich")?.name;
}

/** Starts text editing in a node. Returns false if the node is locked or has no rich text. */
export function startWriting(editor: Editor, id: string): boolean {
  const field = findRichField(editor, id);
  if (field === undefined || isLocked(editor.editing, editor.store.snapshot(), id)) return false;
  editor.actor.send({ type: "write", id, field });
  return true;
}
