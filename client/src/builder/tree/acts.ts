/** User actions by mouse, keyboard or menu: each runs commands, updates the selection and announces the result. */
import { composedKey } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import { nodesIn } from "../collab/maps";
import { offerUndo } from "../collab/offer-undo";
import { copied, partIn } from "./commands/clipboard";
import { duplicate } from "./commands/duplicate";
import { insert } from "./commands/insert";
import { setLocked } from "./commands/marks";
import { move } from "./commands/move";
import { remove } from "./commands/remove";
import { type Drop, dropAt } from "./drag/drop-place";
import { type Editor, nameOf, shown, shownRoot } from "./editor";
import { isLocked } from "./locks";
import type { Piece } from "./model/pieces";
import { extentOf, type Found, find, fits, hasRoomFor, type Place, placeOf, siblingsIn, walk } from "./model/places";
import type { Snapshot } from "./model/snapshot";
import { wrapPath } from "./model/structure";
import { type Kind, wrapAround } from "./registry";

/** The position of a node for screen readers, such as "row 3, column 2". */
export function pathWords(editor: Editor, snapshot: Snapshot, id: string): string {
  const found = find(snapshot, id);
  if (!found) return "";
  const way: string[] = [];
  for (let here: Found | undefined = found; here; here = find(snapshot, here.parent)) {
    const key = composedKey(`${editor.registry.texts}.levels.${here.branch.level}`);
    way.unshift(editor.t(key, { number: here.index + 1 }));
  }
  return way.join(", ");
}

/** Selects a node, shows its root and announces the node. Null clears the selection. */
export function select(editor: Editor, id: string | null): void {
  const snapshot = editor.store.snapshot();
  const found = id === null ? undefined : find(snapshot, id);
  if (found && found.root !== shownRoot(editor)) editor.actor.send({ type: "show", root: found.root });
  editor.actor.send({ type: "select", id });
  if (id === null) return;
  const locked = isLocked(editor.editing, snapshot, id) ? editor.t("tree.say.locked") : "";
  const path = pathWords(editor, snapshot, id);
  editor.say([editor.t("tree.say.selected", { name: nameOf(editor, id), path }), locked].join(" ").trim());
}

export function selected({ actor }: Editor): string | null {
  return actor.getSnapshot().context.selected;
}

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
export function put(editor: Editor, piece: Piece, drop = placeAfterSelected(editor, piece)): string | undefined {
  const { editing, registry, t } = editor;
  if (!drop) {
    editor.say(t("tree.say.nowhere"));
    return undefined;
  }
  const whole = drop.isWrapped ? wrapAround(registry, piece.level, [piece]) : piece;
  if (whole && !hasRoomFor(editor.store.snapshot(), extentOf(whole).count)) {
    toast("warning", t("tree.say.full"));
    return undefined;
  }
  const id = editing.history.act(() => {
    const outer = whole && insert(editing, whole, drop.place);
    return drop.isWrapped ? innermostIn(editor, outer, wrapPath(editing.structure, piece.level).length) : outer;
  });
  if (id === undefined) editor.say(t("tree.say.nowhere"));
  else select(editor, id);
  return id;
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
export type Moved = "moved" | "full" | "refused";

/** Moves a node. */
export function moveTo(editor: Editor, id: string, { place, isWrapped }: Drop): Moved {
  const { editing, registry } = editor;
  if (!isWrapped) return move(editing, id, place) ? "moved" : "refused";
  const snapshot = editor.store.snapshot();
  const level = find(snapshot, id)?.branch.level ?? "";
  const wrap = wrapAround(registry, level, []);
  if (!wrap || isLocked(editing, snapshot, id)) return "refused";
  if (!hasRoomFor(snapshot, extentOf(wrap).count)) {
    toast("warning", editor.t("tree.say.full"));
    return "full";
  }
  return editing.history.act(() => {
    const outer = insert(editing, wrap, place);
    const parent = innermostIn(editor, outer, wrapPath(editing.structure, level).length - 1);
    return parent !== undefined && move(editing, id, { parent, index: 0 }) ? "moved" : "refused";
  });
}

/** Moves a node by one position among its siblings. */
export function shift(editor: Editor, id: string, by: -1 | 1): void {
  const found = find(editor.store.snapshot(), id);
  if (!found) return;
  const done = move(editor.editing, id, { ...placeOf(found), index: found.index + (by < 0 ? -1 : 2) });
  editor.say(done ? saidMoved(editor, id) : editor.t("tree.say.notThere"));
}

export function canShift({ store }: Editor, id: string, by: -1 | 1): boolean {
  const snapshot = store.snapshot();
  const found = find(snapshot, id);
  if (!found) return false;
  const beside = siblingsIn(snapshot, found.parent, found.branch.slot);
  return by < 0 ? found.index > 0 : found.index < beside.length - 1;
}

export function saidMoved(editor: Editor, id: string): string {
  const path = pathWords(editor, editor.store.snapshot(), id);
  return editor.t("tree.say.moved", { name: nameOf(editor, id), path });
}

/** Deletes a node, selects the node now at its position, and offers to undo. */
export function takeOut(editor: Editor, id: string): void {
  const { editing, store, t } = editor;
  const before = find(store.snapshot(), id);
  const name = nameOf(editor, id);
  if (!before || !remove(editing, id)) {
    editor.say(t("tree.say.isLocked"));
    return;
  }
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
      editing.history.undo();
      select(editor, id);
    },
  });
}

export function copyOf(editor: Editor, id: string): void {
  const found = find(editor.store.snapshot(), id);
  const gated = found && gatedIn(editor, found.branch);
  if (gated) {
    editor.offerUpgrade(gated);
    return;
  }
  if (found && !hasRoomFor(editor.store.snapshot(), extentOf(found.branch).count)) {
    toast("warning", editor.t("tree.say.full"));
    return;
  }
  const copy = duplicate(editor.editing, id);
  if (copy === undefined) editor.say(editor.t("tree.say.isLocked"));
  else select(editor, copy);
}

export function toggleLock(editor: Editor, id: string): void {
  const isNow = editor.store.node(id)?.isLocked ?? false;
  setLocked(editor.editing, id, !isNow);
  editor.say(editor.t(isNow ? "tree.say.unlocked" : "tree.say.lockedNow", { name: nameOf(editor, id) }));
}

/** Clipboard text of a node. */
export function textOf({ editing, registry }: Editor, id: string): string | undefined {
  return copied(editing, registry.name, id);
}

/** Inserts a copied part. Returns false if the text is not a part of this editor. */
export function pasteText(editor: Editor, text: string): boolean {
  const piece = partIn(text, editor.registry.name, editor.registry.structure);
  if (!piece || !isKnown(editor, piece)) return false;
  const gated = gatedIn(editor, piece);
  if (gated) editor.offerUpgrade(gated);
  else put(editor, piece);
  return true;
}

interface Kinds {
  readonly kind: string;
  readonly children: readonly Kinds[];
}

/** The first kind in a part that the plan lacks. */
function gatedIn(editor: Editor, part: Kinds): Kind | undefined {
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

/** Copies a node from a menu, without a clipboard event. */
export async function copyPart(editor: Editor, id: string): Promise<void> {
  const { say, t } = editor;
  try {
    await navigator.clipboard.writeText(textOf(editor, id) ?? "");
    say(t("tree.say.copied"));
  } catch {
    toast("warning", t("tree.say.notCopied"));
  }
}

/** Inserts the part in the clipboard at the selection. */
export async function pastePart(editor: Editor): Promise<void> {
  const { t } = editor;
  try {
    const text = await navigator.clipboard.readText();
    if (!pasteText(editor, text)) toast("info", t("tree.say.nothingCopied"));
  } catch {
    toast("warning", t("tree.say.notPasted"));
  }
}

function isKnown({ registry }: Editor, piece: Piece): boolean {
  return [...partsOf(piece)].every(({ kind, level }) => registry.kinds.get(kind)?.level === level);
}

export type Way = "next" | "previous" | "out" | "in";

/** Selects the next or previous node in drawing order, the parent, or the first child. */
export function walkTo(editor: Editor, way: Way): void {
  const snapshot = shown(editor);
  const all = [...walk(snapshot)];
  const here = all.findIndex(({ branch }) => branch.id === selected(editor));
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
