import { expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getRoots } from "../../collab/maps";
import type { TreeEditing } from "../../tree/editing";
import { readPiece } from "../model/pieces";
import { readSnapshot } from "../model/snapshot";
import { STRUCTURES } from "../tests/structures";
import { board, book, createDocument, shelf } from "../tests/tiny-screen";
import { copyRoot, removeRoot, renameRoot } from "./roots";
import { updateSettings } from "./settings";

function createEditing(): TreeEditing {
  return createDocument(shelf(board(book("first"), book("second"))), shelf(board(book("third"))));
}

/** The visible content of a root, without ids. */
function readContent({ doc }: TreeEditing, root: string): unknown {
  const branches = readSnapshot(doc, STRUCTURES.rows).tree.get(root) ?? [];
  const pieces = branches.map((branch) => readPiece(doc, branch));
  return JSON.parse(JSON.stringify(pieces, (name, value: unknown) => (name === "origin" ? undefined : value)));
}

test("a copy stands after all others, says the same, and is changed by itself", () => {
  const editing = createEditing();
  const copy = copyRoot(editing, "body") ?? "";
  expect(readSnapshot(editing.doc, STRUCTURES.rows).roots).toEqual(["body", copy]);
  expect(readContent(editing, copy)).toEqual(readContent(editing, "body"));

  const first = readSnapshot(editing.doc, STRUCTURES.rows).tree.get(copy)?.[0]?.children[0]?.children[0]?.id ?? "";
  updateSettings(editing, first, { title: "other" });

  expect(JSON.stringify(readContent(editing, copy))).toContain("other");
  expect(JSON.stringify(readContent(editing, "body"))).not.toContain("other");
  const next = copyRoot(editing, copy);
  expect(readSnapshot(editing.doc, STRUCTURES.rows).roots).toEqual(["body", copy, next]);
});

test("a root that is taken out is nowhere, and undo brings it back with its name and all that was in it", () => {
  const editing = createEditing();
  const copy = copyRoot(editing, "body") ?? "";
  renameRoot(editing, copy, "Short");
  const before = readContent(editing, copy);

  expect(removeRoot(editing, copy)).toBe(true);
  expect([...readSnapshot(editing.doc, STRUCTURES.rows).tree.keys()]).toEqual(["body"]);
  expect(readSnapshot(editing.doc, STRUCTURES.rows).names.size).toBe(0);
  editing.history.undo();

  expect(readContent(editing, copy)).toEqual(before);
  expect(readSnapshot(editing.doc, STRUCTURES.rows).names.get(copy)).toBe("Short");
});

test("each is one step of undo, from the copy back", () => {
  const editing = createEditing();
  const copy = copyRoot(editing, "body") ?? "";
  renameRoot(editing, copy, "Short");
  renameRoot(editing, copy, "");
  expect(readSnapshot(editing.doc, STRUCTURES.rows).names.has(copy)).toBe(false);

  editing.history.undo();
  expect(readSnapshot(editing.doc, STRUCTURES.rows).names.get(copy)).toBe("Short");
  editing.history.undo();
  editing.history.undo();

  expect(readSnapshot(editing.doc, STRUCTURES.rows).roots).toEqual(["body"]);
  expect(editing.history.canUndo).toBe(false);
});

test("the last root stays, and what is gone is neither copied, named nor taken out", () => {
  const editing = createEditing();
  const before = Y.encodeStateAsUpdate(editing.doc);

  expect(removeRoot(editing, "body")).toBe(false);
  expect(copyRoot(editing, "gone")).toBeUndefined();
  expect(renameRoot(editing, "gone", "x")).toBe(false);

  expect(Y.encodeStateAsUpdate(editing.doc)).toEqual(before);
});

test("what another writes in a root that is taken out meanwhile comes back with it", () => {
  const editing = createEditing();
  const copy = copyRoot(editing, "body") ?? "";
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(editing.doc));
  const theirs = { doc: other, history: new History(other), structure: STRUCTURES.rows };
  const first = readSnapshot(other, STRUCTURES.rows).tree.get(copy)?.[0]?.children[0]?.children[0]?.id ?? "";
  updateSettings(theirs, first, { title: "theirs" });

  removeRoot(editing, copy);
  Y.applyUpdate(editing.doc, Y.encodeStateAsUpdate(other));
  expect(getRoots(editing.doc).has(copy)).toBe(false);
  editing.history.undo();

  expect(JSON.stringify(readContent(editing, copy))).toContain("theirs");
});
