import { expect, onTestFinished, test, vi } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getGlobals, getNodeSettings, getNodes, getRoots } from "../../collab/maps";
import { type Plain, toPlain } from "../../collab/values";
import type { TreeEditing } from "../../tree/editing";
import type { Piece } from "../model/pieces";
import { readSnapshot } from "../model/snapshot";
import { findBranch, iterateBranches } from "../model/tree-positions";
import { STRUCTURES } from "../tests/structures";
import { buildClipboardText, parseParts } from "./clipboard";
import { duplicate } from "./duplicate";
import { insert } from "./insert";
import { setCondition, setLocked } from "./marks";
import { move } from "./move";
import { remove } from "./remove";
import { restore } from "./restore";
import { copyRoot, removeRoot, renameRoot } from "./roots";
import { updateGlobals, updateSettings } from "./settings";

const buildText = (words: string): Piece => ({ level: "component", kind: "text", settings: { words }, children: [] });
const buildColumn = (...children: Piece[]): Piece => ({ level: "column", kind: "column", settings: {}, children });
const buildRow = (...children: Piece[]): Piece => ({ level: "row", kind: "row", settings: {}, children });

function createEditing(...pieces: Piece[]): TreeEditing {
  const doc = new Y.Doc();
  getRoots(doc).set("body", new Y.Map([["order", "a0"]]));
  const one: TreeEditing = { doc, history: new History(doc), structure: STRUCTURES.rows };
  for (const piece of pieces) insert(one, piece, { parent: "body", index: 99 });
  return one;
}

/** The texts of the components, nested by columns and rows. */
function readVisible({ doc }: TreeEditing): Plain {
  const now = readSnapshot(doc, STRUCTURES.rows);
  const outline = (branch: ReturnType<typeof findId>): Plain => {
    const words = getNodes(doc).get(branch.id);
    return branch.level === "component" && words
      ? toPlain(getNodeSettings(words).get("words"))
      : branch.children.map(outline);
  };
  return (now.tree.get("body") ?? []).map(outline);
}

function findId({ doc }: TreeEditing, words: string) {
  for (const { branch } of iterateBranches(readSnapshot(doc, STRUCTURES.rows))) {
    const node = getNodes(doc).get(branch.id);
    if (node && getNodeSettings(node).get("words") === words) return branch;
  }
  throw new Error(`no ${words}`);
}

function findParent(one: TreeEditing, words: string): string {
  return findBranch(readSnapshot(one.doc, STRUCTURES.rows), findId(one, words).id)?.parent ?? "";
}

test("a piece stands where it was put, between two others", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"), buildText("c"))));

  insert(one, buildText("b"), { parent: findParent(one, "a"), index: 1 });

  expect(readVisible(one)).toEqual([[["a", "b", "c"]]]);
});

test("a piece stands beside one whose order no client of ours would store", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"), buildText("b"))));
  const node = getNodes(one.doc).get(findId(one, "a").id);
  const parent = findParent(one, "a");

  for (const order of ["a0000", "~", "a"]) {
    node?.set("at", [parent, order, "body"]);
    expect(insert(one, buildText("c"), { parent, index: 1 })).toBeDefined();
  }

  expect((readVisible(one) as [[string[]]])[0][0].toSorted()).toEqual(["a", "b", "c", "c", "c"]);
});

test("a piece does not stand where its level does not go, and nothing has changed", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"), buildRow(buildColumn(buildText("in"))))));
  const before = Y.encodeStateVector(one.doc);

  expect(insert(one, buildText("b"), { parent: "body", index: 0 })).toBeUndefined();
  expect(insert(one, buildColumn(), { parent: "body", index: 0 })).toBeUndefined();
  expect(insert(one, buildRow(), { parent: findParent(one, "in"), index: 0 })).toBeUndefined();
  expect(insert(one, buildRow(buildColumn(buildRow())), { parent: findParent(one, "a"), index: 0 })).toBeUndefined();
  expect(insert(one, buildText("b"), { parent: "nowhere", index: 0 })).toBeUndefined();
  expect(Y.encodeStateVector(one.doc)).toEqual(before);
});

test("a component moves within its column, and to another", () => {
  const one = createEditing(
    buildRow(buildColumn(buildText("a"), buildText("b"), buildText("c")), buildColumn(buildText("d"))),
  );

  move(one, findId(one, "a").id, { parent: findParent(one, "a"), index: 3 });
  expect(readVisible(one)).toEqual([[["b", "c", "a"], ["d"]]]);

  move(one, findId(one, "c").id, { parent: findParent(one, "d"), index: 0 });
  expect(readVisible(one)).toEqual([
    [
      ["b", "a"],
      ["c", "d"],
    ],
  ]);
});

test("a row does not go into itself, nor one with inner rows into a column", () => {
  const one = createEditing(
    buildRow(buildColumn(buildText("a"), buildRow(buildColumn(buildText("in"))))),
    buildRow(buildColumn(buildText("b"))),
  );
  const now = readSnapshot(one.doc, STRUCTURES.rows);
  const outer = findBranch(now, findParent(one, "a"))?.parent ?? "";

  expect(move(one, outer, { parent: findParent(one, "a"), index: 0 })).toBe(false);
  expect(move(one, outer, { parent: findParent(one, "b"), index: 0 })).toBe(false);
  expect(readSnapshot(one.doc, STRUCTURES.rows)).toEqual(now);
});

test("what is removed is gone with all in it, and one undo brings it back", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"))), buildRow(buildColumn(buildText("b"))));

  remove(one, findBranch(readSnapshot(one.doc, STRUCTURES.rows), findParent(one, "a"))?.parent ?? "");
  expect(readVisible(one)).toEqual([[["b"]]]);

  one.history.undo();
  expect(readVisible(one)).toEqual([[["a"]], [["b"]]]);
  one.history.redo();
  expect(readVisible(one)).toEqual([[["b"]]]);
});

test("a duplicate stands right after, with settings of its own", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"), buildText("b"))));

  const copy = duplicate(one, findId(one, "a").id) ?? "";
  updateSettings(one, copy, { words: "copy" });

  expect(readVisible(one)).toEqual([[["a", "copy", "b"]]]);
});

test("each act is one step of undo, and edits of one field in a row are one", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"))));
  const { id: a } = findId(one, "a");
  updateSettings(one, a, { words: "ab" });
  updateSettings(one, a, { words: "abc" });
  updateSettings(one, a, { colour: "#111111" });
  updateGlobals(one, { width: 600 });

  one.history.undo();
  expect(getGlobals(one.doc).has("width")).toBe(false);
  one.history.undo();
  expect(readVisible(one)).toEqual([[["abc"]]]);
  one.history.undo();
  expect(readVisible(one)).toEqual([[["a"]]]);
});

test("undo takes back one's own acts alone", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"))));
  const other = createReplica(one);
  updateSettings(one, findId(one, "a").id, { words: "mine" });
  insert(other, buildText("theirs"), { parent: findParent(other, "a"), index: 1 });
  exchange(one, other);

  one.history.undo();
  exchange(one, other);

  expect(readVisible(one)).toEqual([[["a", "theirs"]]]);
  expect(readVisible(other)).toEqual([[["a", "theirs"]]]);
});

test("what is locked is not changed, moved or removed, nor what lies in it", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"))), buildRow(buildColumn(buildText("b"))));
  const { id: a } = findId(one, "a");
  const outer = findBranch(readSnapshot(one.doc, STRUCTURES.rows), findParent(one, "a"))?.parent ?? "";
  setLocked(one, outer, true);

  expect(updateSettings(one, a, { words: "other" })).toBe(false);
  expect(setCondition(one, a, { label: 7 })).toBe(false);
  expect(remove(one, a)).toBe(false);
  expect(remove(one, outer)).toBe(false);
  expect(move(one, a, { parent: findParent(one, "b"), index: 0 })).toBe(false);
  expect(move(one, findId(one, "b").id, { parent: findParent(one, "a"), index: 0 })).toBe(false);
  expect(insert(one, buildText("c"), { parent: findParent(one, "a"), index: 0 })).toBeUndefined();
  expect(readVisible(one)).toEqual([[["a"]], [["b"]]]);

  setLocked(one, outer, false);
  expect(remove(one, a)).toBe(true);
});

test("a part is copied into another document with its settings, rich text and condition", () => {
  const words: Plain = { $rich: [{ name: "paragraph", attributes: {}, inside: [{ text: [{ insert: "Hi" }] }] }] };
  const one = createEditing(buildRow(buildColumn({ ...buildText("a"), settings: { words: "a", body: words } })));
  setCondition(one, findId(one, "a").id, { label: 7 });
  const other = createEditing(buildRow(buildColumn(buildText("b"))));

  const [part] =
    parseParts(buildClipboardText(one, "email", [findId(one, "a").id]) ?? "", "email", STRUCTURES.rows) ?? [];
  const pasted = part && insert(other, part, { parent: findParent(other, "b"), index: 0 });

  const node = getNodes(other.doc).get(pasted ?? "");
  expect(node?.get("condition")).toEqual({ label: 7 });
  expect(node && getNodeSettings(node).get("body")).toBeInstanceOf(Y.XmlFragment);
  expect(node && toPlain(getNodeSettings(node))).toEqual({ words: "a", body: words });
});

test("other text is no part, nor is a part of another editor or one that can't be", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"))));
  const part = buildClipboardText(one, "email", [findParent(one, "a")]) ?? "";

  expect(parseParts(part, "page", STRUCTURES.rows)).toBeUndefined();
  expect(parseParts("Hello", "email", STRUCTURES.rows)).toBeUndefined();
  expect(parseParts(part.slice(0, -3), "email", STRUCTURES.rows)).toBeUndefined();
  expect(parseParts(part.replace('"column"', '"roof"'), "email", STRUCTURES.rows)).toBeUndefined();
  expect(parseParts(part.replace('"level":"component"', '"level":"column"'), "email", STRUCTURES.rows)).toBeUndefined();
  expect(parseParts(part, "email", STRUCTURES.rows)?.[0]?.children).toMatchObject([buildText("a")]);
});

test.each([
  { tosses: [0.2, 0.8], place: 2, what: "between them" },
  { tosses: [0.2, 0.2], place: 3, what: "behind both where there is no room between" },
])("what two put at the same place both find there, and the next goes $what", ({ tosses: [first, second], place }) => {
  const one = createEditing(buildRow(buildColumn(buildText("a"), buildText("d"))));
  const other = createReplica(one);
  stubRandom(first);
  insert(one, buildText("b"), { parent: findParent(one, "a"), index: 1 });
  stubRandom(second);
  insert(other, buildText("c"), { parent: findParent(other, "a"), index: 1 });
  exchange(one, other);

  insert(one, buildText("between"), { parent: findParent(one, "a"), index: 2 });

  const [[words]] = readVisible(one) as [[string[]]];
  expect(words?.[place]).toBe("between");
  expect(words?.toSorted()).toEqual(["a", "b", "between", "c", "d"]);
});

/** Makes random decisions in this way until the end of the test. */
function stubRandom(value: number | undefined): void {
  const tossed = vi.spyOn(Math, "random").mockReturnValue(value ?? 0);
  onTestFinished(() => tossed.mockRestore());
}

test("a cycle of two moves is mended the same way on both sides, and nothing is lost", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"))), buildRow(buildColumn(buildText("b"))));
  const other = createReplica(one);
  const rowOf = (words: string) =>
    findBranch(readSnapshot(one.doc, STRUCTURES.rows), findParent(one, words))?.parent ?? "";
  const [rowA, rowB, columnA, columnB] = [rowOf("a"), rowOf("b"), findParent(one, "a"), findParent(one, "b")];
  move(one, rowA, { parent: columnB, index: 0 });
  move(other, rowB, { parent: columnA, index: 0 });
  exchange(one, other);

  expect(readVisible(one)).toEqual(readVisible(other));
  expect(readVisible(one)).toEqual(rowA < rowB ? [[[[["b"]], "a"]]] : [[[[["a"]], "b"]]]);
});

/** A second replica of the same document. */
function createReplica({ doc: from }: TreeEditing): TreeEditing {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(from));
  return { doc, history: new History(doc), structure: STRUCTURES.rows };
}

function exchange(one: TreeEditing, other: TreeEditing): void {
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc, Y.encodeStateVector(other.doc)));
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc, Y.encodeStateVector(one.doc)));
}

test("words written right after an act are a step of their own, and so is the act after them", () => {
  const one = createEditing(buildRow(buildColumn(buildText("a"))));
  const binding = Symbol("binding");
  const { id: a } = findId(one, "a");
  one.history.own(binding);
  const type = (words: string) => one.doc.transact(() => getGlobals(one.doc).set("written", words), binding);
  updateSettings(one, a, { words: "b" });
  type("x");
  type("xy");
  updateSettings(one, a, { words: "c" });

  one.history.undo();
  expect([readVisible(one), getGlobals(one.doc).get("written")]).toEqual([[[["b"]]], "xy"]);
  one.history.undo();
  expect([readVisible(one), getGlobals(one.doc).get("written")]).toEqual([[[["b"]]], undefined]);
  one.history.undo();
  expect(readVisible(one)).toEqual([[["a"]]]);
});

test("no command changes what is looked at alone", () => {
  const mine = createEditing(
    buildRow(buildColumn(buildText("a"), buildText("b")), buildColumn()),
    buildRow(buildColumn(buildText("c"))),
  );
  const now = readSnapshot(mine.doc, STRUCTURES.rows);
  const [first, second] = now.tree.get("body") ?? [];
  const id = first?.children[0]?.children[0]?.id ?? "";
  const to = { parent: second?.children[0]?.id ?? "", index: 0 };
  const other = createEditing(buildRow(buildColumn(buildText("other"))));
  copyRoot(mine, "body");
  const before = Y.encodeStateAsUpdate(mine.doc);
  const viewed: TreeEditing = { ...mine, isViewed: true };

  expect(insert(viewed, buildText("d"), to)).toBeUndefined();
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
