/** Random user actions on a document, run by the product's own commands. */
import * as Y from "yjs";
import type { GroupStarts } from "@/builder/collab/groups";
import { buildStoredItems } from "@/builder/collab/items";
import { getGlobals, getNodeSettings, getNodes, getRoots } from "@/builder/collab/maps";
import { toPlain } from "@/builder/collab/values";
import { duplicate } from "@/builder/tree/commands/duplicate";
import { insert } from "@/builder/tree/commands/insert";
import { setLocked } from "@/builder/tree/commands/marks";
import { move } from "@/builder/tree/commands/move";
import { remove } from "@/builder/tree/commands/remove";
import { updateSettings } from "@/builder/tree/commands/settings";
import type { TreeEditing } from "@/builder/tree/editing";
import type { Piece } from "@/builder/tree/model/pieces";
import { readSnapshot, type Snapshot } from "@/builder/tree/model/snapshot";
import type { Branch } from "@/builder/tree/model/tree";
import { buildTreePosition, iterateBranches, listSlots } from "@/builder/tree/model/tree-positions";

const TEXT_BODY = { $rich: [{ name: "paragraph", attributes: {}, inside: [{ text: [{ insert: "Kopi " }] }] }] };
const LEAF: Piece = { level: "component", kind: "text", settings: { body: TEXT_BODY }, children: [] };
const COLUMN: Piece = { level: "column", kind: "column", settings: {}, children: [LEAF] };
const ROW: Piece = { level: "row", kind: "row", settings: {}, children: [COLUMN, COLUMN] };
const TEXT: Piece = { level: "field", kind: "text", settings: { body: TEXT_BODY }, children: [] };
const CHOICE: Piece = {
  level: "choice",
  kind: "choice",
  settings: { options: buildStoredItems([{ id: "yes" }, { id: "no" }]) },
  children: [
    { ...TEXT, slot: "no" },
    {
      level: "choice",
      kind: "choice",
      settings: { options: buildStoredItems([{ id: "no" }]) },
      slot: "yes",
      children: [],
    },
  ],
};
/** A group that no node has at first. */
const FRAME: GroupStarts = { frame: { content: {}, inside: {} } };
const OPTIONS = [["yes", "no"], ["no", "yes"], ["yes"], ["no", "maybe"]] as const;

export type StructureName = "rows" | "fields" | "shallowFields";

/** Pieces to insert, by structure. The first one is the initial content of a document. */
export const PIECES: Readonly<Record<StructureName, readonly [Piece, ...Piece[]]>> = {
  rows: [ROW, LEAF, COLUMN],
  fields: [CHOICE, TEXT],
  shallowFields: [CHOICE, TEXT],
};

/** Mulberry32: pseudo-random numbers in [0, 1), reproducible by the seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Runs one random command. The number of visible nodes stays at about `most` or below. */
export function runRandomCommand(
  one: TreeEditing,
  roll: () => number,
  shape: StructureName = "rows",
  most = Number.POSITIVE_INFINITY,
): void {
  const pick = <Each>(all: readonly Each[]): Each | undefined => all[Math.floor(roll() * all.length)];
  const now = readSnapshot(one.doc, one.structure);
  const visible = [...iterateBranches(now)];
  const some = pick(visible)?.branch.id ?? "";
  const parent = pick(["body", "popup", ...visible.map(({ branch }) => branch.id)]) ?? "body";
  const slots = listSlots(now, parent);
  const slot = slots.length > 1 ? pick(slots) : slots[0];
  const place = buildTreePosition(parent, slot ?? "", Math.floor(roll() * 4));
  const [first, ...others] = PIECES[shape];
  const grow = [
    () => insert(one, pick([...others, first]) ?? first, place),
    () => insert(one, first, { parent: "body", index: 0 }),
    () => duplicate(one, some),
  ];
  const change = [
    () => move(one, some, place),
    () => move(one, some, place),
    () => writeText(one, some, roll),
    () => writeText(one, some, roll),
    () => updateSettings(one, some, { words: Math.floor(roll() * 10) }),
    () => updateSettings(one, some, { frame: { [pick(["line", "fill"]) ?? ""]: Math.floor(roll() * 10) } }, FRAME),
    ...(shape === "rows" ? [] : [() => changeOptions(one, some, pick(OPTIONS) ?? [])]),
    () => setLocked(one, some, roll() < 0.3),
    () => one.history.undo(),
    () => one.history.redo(),
  ];
  pick(
    visible.length < most ? [...grow, ...change, () => remove(one, some)] : [...change, () => remove(one, some)],
  )?.();
}

/** Changes the options of a choice. The content of a deleted option is not visible. */
function changeOptions(one: TreeEditing, id: string, options: readonly string[]): void {
  if (getNodes(one.doc).get(id)?.get("kind") !== "choice") return;
  const wanted = buildStoredItems(options.map((option) => ({ id: option })));
  updateSettings(one, id, { options: { yes: null, no: null, maybe: null, ...wanted } });
}

/** Inserts, deletes or formats characters in a text, as the rich text binding does. */
function writeText({ doc, history }: TreeEditing, id: string, roll: () => number): void {
  const node = getNodes(doc).get(id);
  const body = node && getNodeSettings(node).get("body");
  const paragraph = body instanceof Y.XmlFragment ? body.get(0) : undefined;
  const text = paragraph instanceof Y.XmlElement ? paragraph.get(0) : undefined;
  if (!(text instanceof Y.XmlText)) return;
  // Like the binding, never split a character of two code units.
  const letters = [...text.toDelta().reduce((said: string, { insert }: { insert: string }) => said + insert, "")];
  const before = Math.floor(roll() * (letters.length + 1));
  const at = letters.slice(0, before).join("").length;
  const size = letters[before]?.length ?? 0;
  history.act(() => {
    if (roll() < 0.3 && size > 0) text.delete(at, size);
    else if (roll() < 0.2 && size > 0) text.format(at, size, { bold: roll() < 0.5 ? {} : null });
    else text.insert(at, roll() < 0.1 ? "☕🫖" : ("abcdefgh"[Math.floor(roll() * 8)] ?? "x"));
  }, `text ${id}`);
}

type Outline = readonly [id: string, children: readonly Outline[]];

/** The visible tree as nested ids, which must equal the server's. */
export function buildOutline(now: Snapshot): Readonly<Record<string, readonly Outline[]>> {
  const outline = ({ id, children }: Branch): Outline => [id, children.map(outline)];
  return Object.fromEntries([...now.tree].map(([root, branches]) => [root, branches.map(outline)]));
}

/** The complete content of a document, with deleted nodes, as a string that is equal for equal documents. */
export function serializeContent(doc: Y.Doc): string {
  const settings = toPlain(getGlobals(doc));
  const roots = [...getRoots(doc).entries()].map(([id, root]) => [id, root.get("order")]);
  const nodes = [...getNodes(doc).entries()].map(([id, node]) => [
    id,
    node.get("level"),
    node.get("kind"),
    node.get("at"),
    node.get("locked") ?? false,
    toPlain(getNodeSettings(node)),
  ]);
  return JSON.stringify([settings, roots.sort(), nodes.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))], sortKeys);
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function getState(doc: Y.Doc): Readonly<Record<string, number>> {
  const state = [...Y.decodeStateVector(Y.encodeStateVector(doc))].filter(([, clock]) => clock > 0);
  return Object.fromEntries(state.sort(([a], [b]) => a - b));
}
