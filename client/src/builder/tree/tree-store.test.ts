import { expect, test, vi } from "vitest";
import * as Y from "yjs";
import { History } from "../collab/history";
import { getNodeSettings, getNodes, getRoots } from "../collab/maps";
import { toPlain } from "../collab/values";
import { insert } from "./commands/insert";
import { setCondition, setLocked } from "./commands/marks";
import { move } from "./commands/move";
import { remove } from "./commands/remove";
import { updateGlobals, updateSettings, updateSettingsOfAll } from "./commands/settings";
import type { Piece } from "./model/pieces";
import { STRUCTURES } from "./tests/structures";
import { createTreeStore } from "./tree-store";

const buildLeaf = (words: string): Piece => ({ level: "component", kind: "leaf", settings: { words }, children: [] });
const buildColumn = (...children: Piece[]): Piece => ({ level: "column", kind: "column", settings: {}, children });
const buildRow = (...children: Piece[]): Piece => ({ level: "row", kind: "row", settings: {}, children });

function createStore(...pieces: Piece[]) {
  const doc = new Y.Doc();
  getRoots(doc).set("body", new Y.Map([["order", "a0"]]));
  const editing = { doc, history: new History(doc), structure: STRUCTURES.rows };
  for (const piece of pieces) insert(editing, piece, { parent: "body", index: 99 });
  const store = createTreeStore(doc, STRUCTURES.rows);
  store.listen();
  return { editing, store, rows: () => store.snapshot().tree.get("body") ?? [] };
}

test("a setting changes the node that has it, and no branch", () => {
  const { editing, store, rows } = createStore(buildRow(buildColumn(buildLeaf("a"), buildLeaf("b"))));
  const [a, b] = rows()[0]?.children[0]?.children ?? [];
  const before = store.snapshot();
  const other = store.node(b?.id ?? "");
  const told = vi.fn();
  const toldOther = vi.fn();
  store.subscribeNode(a?.id ?? "", told);
  store.subscribeNode(b?.id ?? "", toldOther);

  updateSettings(editing, a?.id ?? "", { words: "new" });

  expect(store.node(a?.id ?? "")?.settings).toEqual({ words: "new" });
  expect(store.node(b?.id ?? "")).toBe(other);
  expect(store.snapshot()).toBe(before);
  expect([told.mock.calls.length, toldOther.mock.calls.length]).toEqual([1, 0]);
});

test("a settings group of many nodes is created in one update, and changed in another", () => {
  const { editing, rows } = createStore(buildRow(buildColumn(...["a", "b", "c"].map(buildLeaf))));
  const leaves = rows()[0]?.children[0]?.children ?? [];
  const updates = vi.fn();
  editing.doc.on("update", updates);

  const changes = new Map(leaves.map(({ id }) => [id, { cover: { gilt: true } }]));
  updateSettingsOfAll(editing, changes, { cover: { content: {}, inside: {} } });

  expect(updates).toHaveBeenCalledTimes(2);
  const changed = rows()[0]?.children[0]?.children ?? [];
  expect(changed.map(({ id }) => toPlain(getNodeSettings(getNodes(editing.doc).get(id) as Y.Map<unknown>)))).toEqual(
    ["a", "b", "c"].map((words) => ({ words, cover: { gilt: true } })),
  );
});

test("a move makes new the branches that it passes, and leaves the others as they are", () => {
  const { editing, rows } = createStore(
    buildRow(buildColumn(buildLeaf("a"), buildLeaf("b"))),
    buildRow(buildColumn(buildLeaf("c"))),
  );
  const [first, second] = rows();
  const [a, b] = first?.children[0]?.children ?? [];

  move(editing, a?.id ?? "", { parent: first?.children[0]?.id ?? "", index: 2 });

  expect(rows()[0]).not.toBe(first);
  expect(rows()[1]).toBe(second);
  expect(rows()[0]?.children[0]?.children).toEqual([b, a]);
  expect(rows()[0]?.children[0]?.children[0]).toBe(b);
});

test("conditions, locks and settings of the whole are told of where they are", () => {
  const { editing, store, rows } = createStore(buildRow(buildColumn(buildLeaf("a"))));
  const id = rows()[0]?.id ?? "";
  const told = vi.fn();
  const toldGlobals = vi.fn();
  store.subscribeNode(id, told);
  store.subscribeGlobals(toldGlobals);

  setCondition(editing, id, { all: true, rules: [] });
  setLocked(editing, id, true);
  updateGlobals(editing, { width: 600 });

  expect(store.node(id)).toEqual({ kind: "row", settings: {}, condition: { all: true, rules: [] }, isLocked: true });
  expect(store.globals()).toEqual({ width: 600 });
  expect([told.mock.calls.length, toldGlobals.mock.calls.length]).toEqual([2, 1]);
});

test("what is removed is gone from the tree, and back after undo as the same settings", () => {
  const { editing, store, rows } = createStore(buildRow(buildColumn(buildLeaf("a"))), buildRow(buildColumn()));
  const told = vi.fn();
  store.subscribe(told);

  remove(editing, rows()[0]?.id ?? "");
  expect(rows()).toHaveLength(1);
  editing.history.undo();

  expect(rows()).toHaveLength(2);
  expect(store.node(rows()[0]?.children[0]?.children[0]?.id ?? "")?.settings).toEqual({ words: "a" });
  expect(told.mock.calls.length).toBe(2);
});
