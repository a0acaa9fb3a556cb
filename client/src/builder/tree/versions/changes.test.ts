import { expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getRoots } from "../../collab/maps";
import { insert } from "../commands/insert";
import { setCondition } from "../commands/marks";
import { move } from "../commands/move";
import { remove } from "../commands/remove";
import { renameRoot } from "../commands/roots";
import { updateGlobals, updateSettings } from "../commands/settings";
import type { Piece } from "../model/pieces";
import { STRUCTURES } from "../tests/structures";
import { findChanges } from "./changes";

const leaf: Piece = { level: "component", kind: "text", settings: {}, children: [] };
const column: Piece = { level: "column", kind: "column", settings: {}, children: [] };
const row: Piece = { level: "row", kind: "row", settings: {}, children: [] };

test("each node says what became of it, and the whole whether its settings differ", () => {
  const doc = new Y.Doc();
  const one = { doc, history: new History(doc), structure: STRUCTURES.rows };
  getRoots(doc).set("body", new Y.Map([["order", "a0"]]));
  const put = (piece: Piece, parent: string, index = 9) => insert(one, piece, { parent, index }) ?? "";
  const outer = put(row, "body");
  const inside = put(column, outer);
  const [same, words, seen, moved, gone] = Array.from({ length: 5 }, () => put(leaf, inside)) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const former = new Y.Doc();
  Y.applyUpdate(former, Y.encodeStateAsUpdate(doc));
  expect(findChanges(former, doc, STRUCTURES.rows)).toEqual({ nodes: new Map(), isWhole: false });
  renameRoot(one, "body", "Short");
  expect(findChanges(former, doc, STRUCTURES.rows)).toEqual({ nodes: new Map(), isWhole: true });
  renameRoot(one, "body", "");

  updateSettings(one, words, { words: "x" });
  setCondition(one, seen, { all: true });
  move(one, moved, { parent: inside, index: 0 });
  remove(one, gone);
  const fresh = put(leaf, inside);
  updateGlobals(one, { width: 700 });

  expect(findChanges(former, doc, STRUCTURES.rows)).toEqual({
    nodes: new Map([
      [words, "changed"],
      [seen, "changed"],
      [moved, "changed"],
      [gone, "removed"],
      [fresh, "added"],
    ]),
    isWhole: true,
  });
  expect(findChanges(former, doc, STRUCTURES.rows).nodes.has(same)).toBe(false);
});
