import { expect, onTestFinished, test, vi } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { globalsIn, nodesIn, rootsIn, settingsOf } from "../../collab/maps";
import { type Plain, plain } from "../../collab/values";
import type { TreeEditing } from "../../tree/editing";
import type { Piece } from "../model/pieces";
import { find, walk } from "../model/places";
import { snapshot } from "../model/snapshot";
import { STRUCTURES } from "../tests/structures";
import { copied, partsIn } from "./clipboard";
import { duplicate } from "./duplicate";
import { insert } from "./insert";
import { setCondition, setLocked } from "./marks";
import { move } from "./move";
import { remove } from "./remove";
import { restore } from "./restore";
import { copyRoot, removeRoot, renameRoot } from "./roots";
import { updateGlobals, updateSettings } from "./settings";

const text = (words: string): Piece => ({ level: "component", kind: "text", settings: { words }, children: [] });
const column = (...children: Piece[]): Piece => ({ level: "column", kind: "column", settings: {}, children });
const row = (...children: Piece[]): Piece => ({ level: "row", kind: "row", settings: {}, children });

function editing(...pieces: Piece[]): TreeEditing {
  const doc = new Y.Doc();
  rootsIn(doc).set("body", new Y.Map([["order", "a0"]]));
  const one: TreeEditing = { doc, history: new History(doc), structure: STRUCTURES.rows };
  for (const piece of pieces) insert(one, piece, { parent: "body", index: 99 });
  return one;
}

/** The texts of the components, nested by columns and rows. */
function drawn({ doc }: TreeEditing): Plain {
  const now = snapshot(doc, STRUCTURES.rows);
  const outline = (branch: ReturnType<typeof id>): Plain => {
    const words = nodesIn(doc).get(branch.id);
    return branch.level === "component" && words ? plain(settingsOf(words).get("words")) : branch.children.map(outline);
  };
  return (now.tree.get("body") ?? []).map(outline);
}

function id({ doc }: TreeEditing, words: string) {
  for (const { branch } of walk(snapshot(doc, STRUCTURES.rows))) {
    const node = nodesIn(doc).get(branch.id);
    if (node && settingsOf(node).get("words") === words) return branch;
  }
  throw new Error(`no ${words}`);
}

function parentOf(one: TreeEditing, words: string): string {
  return find(snapshot(one.doc, STRUCTURES.rows), id(one, words).id)?.parent ?? "";
}

test("a piece stands where it was put, between two others", () => {
  const one = editing(row(column(text("a"), text("c"))));

  insert(one, text("b"), { parent: parentOf(one, "a"), index: 1 });

  expect(drawn(one)).toEqual([[["a", "b", "c"]]]);
});

test("a piece stands beside one whose order no client of ours would store", () => {
  const one = editing(row(column(text("a"), text("b"))));
  const node = nodesIn(one.doc).get(id(one, "a").id);
  const parent = parentOf(one, "a");

  for (const order of ["a0000", "~", "a"]) {
    node?.set("at", [parent, order, "body"]);
    expect(insert(one, text("c"), { parent, index: 1 })).toBeDefined();
  }

  expect((drawn(one) as [[string[]]])[0][0].toSorted()).toEqual(["a", "b", "c", "c", "c"]);
});

test("a piece does not stand where its level does not go, and nothing has changed", () => {
  const one = editing(row(column(text("a"), row(column(text("in"))))));
  const before = Y.encodeStateVector(one.doc);

  expect(insert(one, text("b"), { parent: "body", index: 0 })).toBeUndefined();
  expect(insert(one, column(), { parent: "body", index: 0 })).toBeUndefined();
  expect(insert(one, row(), { parent: parentOf(one, "in"), index: 0 })).toBeUndefined();
  expect(insert(one, row(column(row())), { parent: parentOf(one, "a"), index: 0 })).toBeUndefined();
  expect(insert(one, text("b"), { parent: "nowhere", index: 0 })).toBeUndefined();
  expect(Y.encodeStateVector(one.doc)).toEqual(before);
});

test("a component moves within its column, and to another", () => {
  const one = editing(row(column(text("a"), text("b"), text("c")), column(text("d"))));

  move(one, id(one, "a").id, { parent: parentOf(one, "a"), index: 3 });
  expect(drawn(one)).toEqual([[["b", "c", "a"], ["d"]]]);

  move(one, id(one, "c").id, { parent: parentOf(one, "d"), index: 0 });
  expect(drawn(one)).toEqual([
    [
      ["b", "a"],
      ["c", "d"],
    ],
  ]);
});

test("a row does not go into itself, nor one with inner rows into a column", () => {
  const one = editing(row(column(text("a"), row(column(text("in"))))), row(column(text("b"))));
  const now = snapshot(one.doc, STRUCTURES.rows);
  const outer = find(now, parentOf(one, "a"))?.parent ?? "";

  expect(move(one, outer, { parent: parentOf(one, "a"), index: 0 })).toBe(false);
  expect(move(one, outer, { parent: parentOf(one, "b"), index: 0 })).toBe(false);
  expect(snapshot(one.doc, STRUCTURES.rows)).toEqual(now);
});

test("what is removed is gone with all in it, and one undo brings it back", () => {
  const one = editing(row(column(text("a"))), row(column(text("b"))));

  remove(one, find(snapshot(one.doc, STRUCTURES.rows), parentOf(one, "a"))?.parent ?? "");
  expect(drawn(one)).toEqual([[["b"]]]);

  one.history.undo();
  expect(drawn(one)).toEqual([[["a"]], [["b"]]]);
  one.history.redo();
  expect(drawn(one)).toEqual([[["b"]]]);
});

test("a duplicate stands right after, with settings of its own", () => {
  const one = editing(row(column(text("a"), text("b"))));

  const copy = duplicate(one, id(one, "a").id) ?? "";
  updateSettings(one, copy, { words: "copy" });

  expect(drawn(one)).toEqual([[["a", "copy", "b"]]]);
});

test("each act is one step of undo, and edits of one field in a row are one", () => {
  const one = editing(row(column(text("a"))));
  const { id: a } = id(one, "a");
  updateSettings(one, a, { words: "ab" });
  updateSettings(one, a, { words: "abc" });
  updateSettings(one, a, { colour: "#111111" });
  updateGlobals(one, { width: 600 });

  one.history.undo();
  expect(globalsIn(one.doc).has("width")).toBe(false);
  one.history.undo();
  expect(drawn(one)).toEqual([[["abc"]]]);
  one.history.undo();
  expect(drawn(one)).toEqual([[["a"]]]);
});

test("undo takes back one's own acts alone", () => {
  const one = editing(row(column(text("a"))));
  const other = joined(one);
  updateSettings(one, id(one, "a").id, { words: "mine" });
  insert(other, text("theirs"), { parent: parentOf(other, "a"), index: 1 });
  exchange(one, other);

  one.history.undo();
  exchange(one, other);

  expect(drawn(one)).toEqual([[["a", "theirs"]]]);
  expect(drawn(other)).toEqual([[["a", "theirs"]]]);
});

test("what is locked is not changed, moved or removed, nor what lies in it", () => {
  const one = editing(row(column(text("a"))), row(column(text("b"))));
  const { id: a } = id(one, "a");
  const outer = find(snapshot(one.doc, STRUCTURES.rows), parentOf(one, "a"))?.parent ?? "";
  setLocked(one, outer, true);

  expect(updateSettings(one, a, { words: "other" })).toBe(false);
  expect(setCondition(one, a, { label: 7 })).toBe(false);
  expect(remove(one, a)).toBe(false);
  expect(remove(one, outer)).toBe(false);
  expect(move(one, a, { parent: parentOf(one, "b"), index: 0 })).toBe(false);
  expect(move(one, id(one, "b").id, { parent: parentOf(one, "a"), index: 0 })).toBe(false);
  expect(insert(one, text("c"), { parent: parentOf(one, "a"), index: 0 })).toBeUndefined();
  expect(drawn(one)).toEqual([[["a"]], [["b"]]]);

  setLocked(one, outer, false);
  expect(remove(one, a)).toBe(true);
});

test("a part is copied into another document with its settings, rich text and condition", () => {
  const words: Plain = { $rich: [{ name: "paragraph", attributes: {}, inside: [{ text: [{ insert: "Hi" }] }] }] };
  const one = editing(row(column({ ...text("a"), settings: { words: "a", body: words } })));
  setCondition(one, id(one, "a").id, { label: 7 });
  const other = editing(row(column(text("b"))));

  const [part] = partsIn(copied(one, "email", [id(one, "a").id]) ?? "", "email", STRUCTURES.rows) ?? [];
  const pasted = part && insert(other, part, { parent: parentOf(other, "b"), index: 0 });

  const node = nodesIn(other.doc).get(pasted ?? "");
  expect(node?.get("condition")).toEqual({ label: 7 });
  expect(node && settingsOf(node).get("body")).toBeInstanceOf(Y.XmlFragment);
  expect(node && plain(settingsOf(node))).toEqual({ words: "a", body: words });
});

test("other text is no part, nor is a part of another editor or one that can't be", () => {
  const one = editing(row(column(text("a"))));
  const part = copied(one, "email", [parentOf(one, "a")]) ?? "";

  expect(partsIn(part, "page", STRUCTURES.rows)).toBeUndefined();
  expect(partsIn("Hello", "email", STRUCTURES.rows)).toBeUndefined();
  expect(partsIn(part.slice(0, -3), "email", STRUCTURES.rows)).toBeUndefined();
  expect(partsIn(part.replace('"column"', '"roof"'), "email", STRUCTURES.rows)).toBeUndefined();
  expect(partsIn(part.replace('"level":"component"', '"level":"column"'), "email", STRUCTURES.rows)).toBeUndefined();
  expect(partsIn(part, "email", STRUCTURES.rows)?.[0]?.children).toMatchObject([text("a")]);
});

test.each([
  { tosses: [0.2, 0.8], place: 2, what: "between them" },
  { tosses: [0.2, 0.2], place: 3, what: "behind both where there is no room between" },
])("what two put at the same place both find there, and the next goes $what", ({ tosses: [first, second], place }) => {
  const one = editing(row(column(text("a"), text("d"))));
  const other = joined(one);
  toss(first);
  insert(one, text("b"), { parent: parentOf(one, "a"), index: 1 });
  toss(second);
  insert(other, text("c"), { parent: parentOf(other, "a"), index: 1 });
  exchange(one, other);

  insert(one, text("between"), { parent: parentOf(one, "a"), index: 2 });

  const [[words]] = drawn(one) as [[string[]]];
  expect(words?.[place]).toBe("between");
  expect(words?.toSorted()).toEqual(["a", "b", "between", "c", "d"]);
});

/** Makes random decisions in this way until the end of the test. */
function toss(value: number | undefined): void {
  const tossed = vi.spyOn(Math, "random").mockReturnValue(value ?? 0);
  onTestFinished(() => tossed.mockRestore());
}

test("a cycle of two moves is mended the same way on both sides, and nothing is lost", () => {
  const one = editing(row(column(text("a"))), row(column(text("b"))));
  const other = joined(one);
  const rowOf = (words: string) => find(snapshot(one.doc, STRUCTURES.rows), parentOf(one, words))?.parent ?? "";
  const [rowA, rowB, columnA, columnB] = [rowOf("a"), rowOf("b"), parentOf(one, "a"), parentOf(one, "b")];
  move(one, rowA, { parent: columnB, index: 0 });
  move(other, rowB, { parent: columnA, index: 0 });
  exchange(one, other);

  expect(drawn(one)).toEqual(drawn(other));
  expect(drawn(one)).toEqual(rowA < rowB ? [[[[["b"]], "a"]]] : [[[[["a"]], "b"]]]);
});

/** A second replica of the same document. */
function joined({ doc: from }: TreeEditing): TreeEditing {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(from));
  return { doc, history: new History(doc), structure: STRUCTURES.rows };
}

function exchange(one: TreeEditing, other: TreeEditing): void {
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc, Y.encodeStateVector(other.doc)));
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc, Y.encodeStateVector(one.doc)));
}

test("words written right after an act are a step of their own, and so is the act after them", () => {
  const one = editing(row(column(text("a"))));
  const binding = Symbol("binding");
  const { id: a } = id(one, "a");
  one.history.own(binding);
  const type = (words: string) => one.doc.transact(() => globalsIn(one.doc).set("written", words), binding);
  updateSettings(one, a, { words: "b" });
  type("x");
  type("xy");
  updateSettings(one, a, { words: "c" });

  one.history.undo();
  expect([drawn(one), globalsIn(one.doc).get("written")]).toEqual([[[["b"]]], "xy"]);
  one.history.undo();
  expect([drawn(one), globalsIn(one.doc).get("written")]).toEqual([[[["b"]]], undefined]);
  one.history.undo();
  expect(drawn(one)).toEqual([[["a"]]]);
});

test("no command changes what is looked at alone", () => {
  const mine = editing(row(column(text("a"), text("b")), column()), row(column(text("c"))));
  const now = snapshot(mine.doc, STRUCTURES.rows);
  const [first, second] = now.tree.get("body") ?? [];
  const id = first?.children[0]?.children[0]?.id ?? "";
  const to = { parent: second?.children[0]?.id ?? "", index: 0 };
  const other = editing(row(column(text("other"))));
  copyRoot(mine, "body");
  const before = Y.encodeStateAsUpdate(mine.doc);
  const viewed: TreeEditing = { ...mine, isViewed: true };

  expect(insert(viewed, text("d"), to)).toBeUndefined();
  expect(move(viewed, id, to)).toBe(false);
  expect(duplicate(viewed, id)).toBeUndefined();
  expect(remove(viewed, id)).toBe(false);
  expect(updateSettings(viewed, id, { words: "d" })).toBe(false);
  updateGlobals(viewed, { words: "d" });
  setLocked(viewed, id, true);
  expect(setCondition(viewed, id, { all: [] })).toBe(false);
  expect(copyRoot(viewed, "body")).toBeUndefined();
  expect(renameRoot(viewed, "body", "d")).toBe(false);
  expect(removeRoot(viewed, "body")).toBe(false);
  expect(restore(viewed, other.doc)).toBe(false);

  expect(Y.encodeStateAsUpdate(mine.doc)).toEqual(before);
});
