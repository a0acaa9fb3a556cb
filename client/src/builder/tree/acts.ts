/** User actions by mouse, keyboard or menu: each runs commands, updates the selection and announces the result. */
import { toast } from "@/ui/toasts";
import { nodesIn } from "../collab/maps";
import { offerUndo } from "../collab/offer-undo";
import { copied, partsIn } from "./commands/clipboard";
import { duplicate } from "./commands/duplicate";
import { insert } from "./commands/insert";
import { setLocked } from "./commands/marks";
import { move } from "./commands/move";
import { remove } from "./commands/remove";
import { type Drop, dropAt } from "./drag/drop-place";
import { type Editor, shown } from "./editor";
import { isLocked } from "./locks";
import { newIds, type Piece, pieceOf } from "./model/pieces";
import { extentOf, type Found, find, fits, hasRoomFor, type Place, placeOf, siblingsIn } from "./model/places";
import { type Snapshot, snapshot as snapshotOf } from "./model/snapshot";
import { wrapPath } from "./model/structure";
import type { Branch } from "./model/tree";
import { type Kind, wrapAround } from "./registry";
import { namesOf, pathWords, selectEach, selected } from "./selection";

/** Position of a new piece without a chosen one: in or after the selected node or its ancestors, else at the end. */
export function placeAfterSelected(editor: Editor, piece: Piece): Drop | undefined {
  const snapshot = shown(editor);
  const root = snapshot.roots[0];
  if (root === undefined) return undefined;
  const isOpen = (place: Place) => fits(snapshot, piece, place) && !isLocked(editor.editing, snapshot, place.parent);
  // A wrapper, such as a row, goes directly into the root, after the branch with the selected node.
  const isWrap = Object.values(snapshot.structure.wrap).includes(piece.level);
  for (let here = find(snapshot, selected(editor) ?? ""); here; here = find(snapshot, here.parent)) {
    const after = { ...placeOf(here), index: here.index + 1 };
    const [first] = here.branch.children;
    const places: readonly Place[] = isWrap
      ? [after].filter(({ parent }) => snapshot.tree.has(parent))
      : [endOf(snapshot, here.branch.id), after, ...(first ? [endOf(snapshot, first.id)] : [])];
    const place = places.find(isOpen);
    if (place) return { place, isWrapped: false };
  }
  return dropAt(snapshot, piece, { parent: root, index: snapshot.tree.get(root)?.length ?? 0 });
}

function endOf(snapshot: Snapshot, parent: string): Place {
  return { parent, index: siblingsIn(snapshot, parent).length };
}

/** Inserts a piece and selects it. Returns its id; undefined where it cannot go, or if the document is full. */
export function insertPiece(
  editor: Editor,
  piece: Piece,
  drop = placeAfterSelected(editor, piece),
): string | undefined {
  return insertPieces(editor, [piece], drop)[0];
}

/** Inserts pieces one after the other, or at the end where one does not fit, and selects them. All or none go in. */
export function insertPieces(
  editor: Editor,
  pieces: readonly Piece[],
  drop = pieces[0] && placeAfterSelected(editor, pieces[0]),
): readonly string[] {
  const { editing, registry, t } = editor;
  const planned = plannedFor(editor, pieces, drop);
  const known = planned.filter((each) => each !== undefined);
  if (known.length === 0 || known.length < planned.length) {
    editor.say(t("tree.say.nowhere"));
    return [];
  }
  const wholes = known.map(({ piece, isWrapped }) => (isWrapped ? wrapAround(registry, piece.level, [piece]) : piece));
  if (wholes.includes(undefined)) {
    editor.say(t("tree.say.nowhere"));
    return [];
  }
  const count = wholes.reduce((sum, whole) => sum + (whole ? extentOf(whole).count : 0), 0);
  if (!hasRoomFor(editor.store.snapshot(), count)) {
    toast("warning", t("tree.say.full"));
    return [];
  }
  const idsByOrigin = newIds(pieces);
  const ids = editing.history.act(() =>
    known.flatMap(({ piece, place, isWrapped }, index) => {
      const whole = wholes[index];
      const outer = whole && insert(editing, whole, place, idsByOrigin);
      const depth = isWrapped ? wrapPath(editing.structure, piece.level).length : 0;
      return innermostIn(editor, outer, depth) ?? [];
    }),
  );
  if (ids.length === 0) editor.say(t("tree.say.nowhere"));
  else selectEach(editor, ids);
  return ids;
}

/** Where pieces go that start at a position: one after the other, or at the end of the root where one does not fit. */
function plannedFor(editor: Editor, pieces: readonly Piece[], first: Drop | undefined) {
  const snapshot = shown(editor);
  const [root] = snapshot.roots;
  let count = 0;
  return pieces.map((piece, index) => {
    if (!first || root === undefined) return undefined;
    const beside = dropAt(snapshot, piece, { ...first.place, index: first.place.index + count });
    if (beside) count += 1;
    const end = index > 0 ? dropAt(snapshot, piece, { parent: root, index: Number.MAX_SAFE_INTEGER }) : undefined;
    const drop = beside ?? end;
    return drop && { piece, ...drop };
  });
}

/** Id of the node `depth` levels below a node inserted just now, in which every level has a single child. */
function innermostIn({ editing }: Editor, outer: string | undefined, depth: number): string | undefined {
  let here = outer;
  for (let at = 0; at < depth; at += 1) here = firstIn(editing.doc, here);
  return here;
}

/** Id of the first child in a node inserted just now. */
function firstIn(doc: Editor["editing"]["doc"], parent: string | undefined): string | undefined {
  for (const [id, node] of nodesIn(doc).entries()) {
    const at = node.get("at");
    if (Array.isArray(at) && at[0] === parent) return id;
  }
  return undefined;
}

/** `full`: the document has no room for the nodes that a move needs around its node, and a toast says so. */
export type MoveResult = "moved" | "full" | "refused";

/** Moves nodes to a position, one after the other in this order. */
export function moveTo(editor: Editor, ids: readonly string[], place: Place): MoveResult {
  const { editing, registry, store } = editor;
  const snapshot = store.snapshot();
  const moves = ids.map((id) => {
    const branch = find(snapshot, id)?.branch;
    const drop = branch && !isLocked(editing, snapshot, id) ? dropAt(snapshot, branch, place) : undefined;
    const wrap = branch && drop?.isWrapped ? wrapAround(registry, branch.level, []) : undefined;
    return drop && (!drop.isWrapped || wrap) ? { id, wrap, level: branch?.level ?? "" } : undefined;
  });
  const known = moves.filter((each) => each !== undefined);
  if (known.length < ids.length || isLocked(editing, snapshot, place.parent)) return "refused";
  const count = known.reduce((sum, { wrap }) => sum + (wrap ? extentOf(wrap).count : 0), 0);
  if (count > 0 && !hasRoomFor(snapshot, count)) {
    toast("warning", editor.t("tree.say.full"));
    return "full";
  }
  return editing.history.act(() => {
    let next: Place | undefined = place;
    for (const each of known) next = next && movedTo(editor, each, next);
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
function movedTo(editor: Editor, { id, wrap, level }: PlannedMove, place: Place): Place | undefined {
  const { editing } = editor;
  const outer = wrap ? insert(editing, wrap, place) : id;
  const parent = wrap && innermostIn(editor, outer, wrapPath(editing.structure, level).length - 1);
  if (outer === undefined || (wrap && parent === undefined)) return undefined;
  if (!move(editing, id, parent === undefined ? place : { parent, index: 0 })) return undefined;
  const now = find(snapshotOf(editing.doc, editing.structure), outer);
  return now && { ...placeOf(now), index: now.index + 1 };
}

/** Moves siblings by one position. */
export function shift(editor: Editor, ids: readonly string[], by: -1 | 1): void {
  const [first, last] = endsOf(editor, ids);
  if (!first || !last) return;
  const place = { ...placeOf(first), index: by < 0 ? first.index - 1 : last.index + 2 };
  const isMoved = moveTo(editor, ids, place) === "moved";
  editor.say(isMoved ? saidMoved(editor, ids) : editor.t("tree.say.notThere"));
}

/** Whether nodes are siblings that have another one before or after them. */
export function canShift(editor: Editor, ids: readonly string[], by: -1 | 1): boolean {
  const [first, last] = endsOf(editor, ids);
  if (!first || !last) return false;
  return by < 0 ? first.index > 0 : last.index < siblingsBeside(editor, last).length - 1;
}

/** The first and last of these nodes; none if they are not in the same slot of one parent. */
function endsOf({ store }: Editor, ids: readonly string[]): readonly Found[] {
  const snapshot = store.snapshot();
  const all = ids.flatMap((id) => find(snapshot, id) ?? []);
  const [first, last] = [all[0], all.at(-1)];
  const isBeside = ({ parent, branch }: Found) => parent === first?.parent && branch.slot === first.branch.slot;
  return first && last && all.every(isBeside) ? [first, last] : [];
}

function siblingsBeside({ store }: Editor, { parent, branch }: Found): readonly Branch[] {
  return siblingsIn(store.snapshot(), parent, branch.slot);
}

export function saidMoved(editor: Editor, ids: readonly string[]): string {
  const path = pathWords(editor, editor.store.snapshot(), ids[0] ?? "");
  return editor.t("tree.say.moved", { name: namesOf(editor, ids), path });
}

/** Says that a node, or one of several, is locked. */
export function sayLocked(editor: Editor, ids: readonly string[]): void {
  editor.say(editor.t(ids.length > 1 ? "tree.say.oneIsLocked" : "tree.say.isLocked"));
}

/** Deletes nodes, selects the node now at the position of the first one, and offers to undo. */
export function takeOut(editor: Editor, ids: readonly string[]): void {
  const { editing, store, t } = editor;
  const snapshot = store.snapshot();
  const before = find(snapshot, ids[0] ?? "");
  const name = namesOf(editor, ids);
  if (!before || ids.some((id) => isLocked(editing, snapshot, id))) {
    sayLocked(editor, ids);
    return;
  }
  editing.history.act(() => {
    for (const id of ids) remove(editing, id);
  });
  const now = store.snapshot();
  const beside = siblingsIn(now, before.parent, before.branch.slot);
  const next =
    beside[Math.min(before.index, beside.length - 1)]?.id ?? (now.tree.has(before.parent) ? null : before.parent);
  editor.actor.send({ type: "select", id: next });
  editor.say(t("tree.say.removed", { name }));
  offerUndo(editing.history, {
    message: t("terms.nameDeleted", { name }),
    label: t("tree.commands.undo"),
    undo: () => {
      if (editing.history.undo()) selectEach(editor, ids);
    },
  });
}

/** Duplicates nodes and selects the copies. Siblings are copied after the last of them. */
export function copyOf(editor: Editor, ids: readonly string[]): void {
  const { editing, store, t } = editor;
  const snapshot = store.snapshot();
  const found = ids.flatMap((id) => find(snapshot, id) ?? []);
  const gated = found.map(({ branch }) => gatedIn(editor, branch)).find((kind) => kind !== undefined);
  if (gated) {
    editor.offerUpgrade(gated);
    return;
  }
  if (
    !hasRoomFor(
      snapshot,
      found.reduce((sum, { branch }) => sum + extentOf(branch).count, 0),
    )
  ) {
    toast("warning", t("tree.say.full"));
    return;
  }
  if (found.length < ids.length || found.some(({ parent }) => isLocked(editing, snapshot, parent))) {
    sayLocked(editor, ids);
    return;
  }
  const keyOf = ({ parent, branch }: Found) => `${parent} ${branch.slot}`;
  const last = new Map(found.map((each) => [keyOf(each), each.branch.id]));
  const idsByOrigin = newIds(found.map(({ branch }) => pieceOf(editing.doc, branch)));
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
  editor.say(editor.t(isNow ? "tree.say.unlocked" : "tree.say.lockedNow", { name: namesOf(editor, ids) }));
}

export function areLocked({ store }: Editor, ids: readonly string[]): boolean {
  return ids.every((id) => store.node(id)?.isLocked ?? false);
}

/** Clipboard text of nodes. */
export function textOf({ editing, registry }: Editor, ids: readonly string[]): string | undefined {
  return copied(editing, registry.name, ids);
}

/** Inserts copied parts. Returns false if the text has no parts of this editor. */
export function pasteText(editor: Editor, text: string): boolean {
  const pieces = partsIn(text, editor.registry.name, editor.registry.structure);
  if (!pieces?.every((piece) => isKnown(editor, piece))) return false;
  const gated = pieces.map((piece) => gatedIn(editor, piece)).find((kind) => kind !== undefined);
  if (gated) editor.offerUpgrade(gated);
  else insertPieces(editor, pieces);
  return true;
}

/** Passes nodes to the editor, which saves them as a section. */
export function saveSection({ editing, registry, store }: Editor, ids: readonly string[]): void {
  const found = ids.flatMap((id) => find(store.snapshot(), id) ?? []);
  registry.sections?.save?.(found.map(({ branch }) => pieceOf(editing.doc, branch)));
}

interface Kinds {
  readonly kind: string;
  readonly children: readonly Kinds[];
}

/** The first kind in a part that the plan lacks. */
export function gatedIn(editor: Editor, part: Kinds): Kind | undefined {
  for (const { kind } of partsOf(part)) {
    const own = editor.registry.kinds.get(kind);
    if (own && !editor.allows(own)) return own;
  }
  return undefined;
}

/** A part and its descendants, parents first. */
function* partsOf<Part extends { readonly children: readonly Part[] }>(part: Part): Generator<Part> {
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
    await navigator.clipboard.writeText(textOf(editor, ids) ?? "");
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
export function isKnown({ registry }: Editor, piece: Piece): boolean {
  return [...partsOf(piece)].every(({ kind, level }) => registry.kinds.get(kind)?.level === level);
}

/** The first rich text setting of a node; undefined if it has none. */
export function richFieldOf({ registry, store }: Editor, id: string): string | undefined {
  const kind = registry.kinds.get(store.node(id)?.kind ?? "");
  return kind?.fields.find(({ control }) => control === "rich")?.name;
}

/** Starts text editing in a node. Returns false if the node is locked or has no rich text. */
export function write(editor: Editor, id: string): boolean {
  const field = richFieldOf(editor, id);
  if (field === undefined || isLocked(editor.editing, editor.store.snapshot(), id)) return false;
  editor.actor.send({ type: "write", id, field });
  return true;
}
