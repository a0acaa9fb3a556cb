import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getGlobals, getNodeSettings, getNodes, getRoots } from "../../collab/maps";
import { type Plain, toPlain } from "../../collab/values";
import { insert } from "../commands/insert";
import { setCondition } from "../commands/marks";
import { move } from "../commands/move";
import { remove } from "../commands/remove";
import { updateGlobals } from "../commands/settings";
import { STRUCTURES } from "../tests/structures";
import type { Piece } from "./pieces";
import { readSnapshot } from "./snapshot";
import type { Branch } from "./tree";

const FILE = resolve(import.meta.dirname, "../../../../../tests/fixtures/documents/newsletter.json");

function buildComponent(kind: string, settings: Piece["settings"]): Piece {
  return { level: "component", kind, settings, children: [] };
}

/** A document after typical edits (text, moves, deletions), with entries that no client of ours would store. */
function createNewsletter(): Y.Doc {
  const doc = new Y.Doc();
  getRoots(doc).set("popup", new Y.Map([["order", "a1"]]));
  getRoots(doc).set("body", new Y.Map([["order", "a0"]]));
  getRoots(doc).set("moved-often", new Y.Map([["order", "a1".padEnd(512, "V")]]));
  getRoots(doc).set("not-ours", new Y.Map([["order", "a1".padEnd(513, "V")]]));
  const editing = { doc, history: new History(doc), structure: STRUCTURES.rows };
  const words: Plain = {
    $rich: [
      {
        name: "paragraph",
        attributes: {},
        inside: [{ text: [{ insert: "Halo " }, { insert: "<Ayu> & semua", attributes: { bold: {} } }] }],
      },
    ],
  };
  const column = (...children: Piece[]): Piece => ({
    level: "column",
    kind: "column",
    settings: { width: 50 },
    children,
  });
  const row = (...children: Piece[]): Piece => ({ level: "row", kind: "row", settings: {}, children });
  const first = insert(editing, row(column(buildComponent("text", { body: words, padding: [8, 16.5] })), column()), {
    parent: "body",
    index: 0,
  });
  const second = insert(editing, row(column(buildComponent("button", { label: "Beli ☕", bold: true }))), {
    parent: "body",
    index: 1,
  });
  const gone = insert(editing, row(column(buildComponent("text", {}))), { parent: "body", index: 1 });
  insert(editing, row(column(buildComponent("separator", { colour: null }))), { parent: "popup", index: 0 });
  move(editing, second ?? "", { parent: "body", index: 0 });
  remove(editing, gone ?? "");
  setCondition(editing, first ?? "", { label: 7 });
  updateGlobals(editing, { width: 600, font: "Inter" });
  getNodes(doc).set("no node", new Y.Map([["level", "row"]]));
  getNodes(doc).set(
    "strange",
    new Y.Map<unknown>([
      ["level", "roof"],
      ["kind", "x"],
      ["at", ["body", "a0", "body"]],
    ]),
  );
  return doc;
}

function readContent(doc: Y.Doc): unknown {
  const now = readSnapshot(doc, STRUCTURES.rows);
  const readBranch = ({ id, kind, children }: Branch): unknown => {
    const node = getNodes(doc).get(id);
    const condition = node?.get("condition");
    return {
      id,
      kind,
      settings: node && toPlain(getNodeSettings(node)),
      ...(condition ? { condition } : {}),
      children: children.map(readBranch),
    };
  };
  return {
    settings: toPlain(getGlobals(doc)),
    roots: Object.fromEntries([...now.tree].map(([root, branches]) => [root, branches.map(readBranch)])),
  };
}

test("a document says what the server reads in it", () => {
  if ("RECORD" in process.env) {
    const doc = createNewsletter();
    const update = Buffer.from(Y.encodeStateAsUpdate(doc)).toString("base64");
    writeFileSync(FILE, `${JSON.stringify({ update, says: readContent(doc) }, null, 2)}\n`);
  }
  const { update, says } = JSON.parse(readFileSync(FILE, "utf8")) as { update: string; says: unknown };
  const doc = new Y.Doc();

  Y.applyUpdate(doc, Buffer.from(update, "base64"));

  expect(readContent(doc)).toEqual(says);
});
