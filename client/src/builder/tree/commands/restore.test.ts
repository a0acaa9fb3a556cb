import { expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getGlobals, getNodeSettings, getNodes, getRoots } from "../../collab/maps";
import { type Plain, replaceRichText, toPlain } from "../../collab/values";
import type { TreeEditing } from "../../tree/editing";
import type { Piece } from "../model/pieces";
import { readSnapshot } from "../model/snapshot";
import { iterateBranches } from "../model/tree-positions";
import { listViolations, STRUCTURES } from "../tests/structures";
import { duplicate } from "./duplicate";
import { insert } from "./insert";
import { setCondition, setLocked } from "./marks";
import { move } from "./move";
import { remove } from "./remove";
import { restore } from "./restore";
import { updateGlobals, updateSettings } from "./settings";

const buildRich = (words: string): Plain => ({
  $rich: [{ name: "paragraph", attributes: {}, inside: [{ text: [{ insert: words }] }] }],
});
const buildText = (words: string): Piece => ({
  level: "component",
  kind: "text",
  settings: { body: buildRich(words), size: 16 },
  children: [],
});
const buildRow = (...children: Piece[]): Piece => ({
  level: "row",
  kind: "row",
  settings: {},
  children: [{ level: "column", kind: "column", settings: {}, children }],
});

function createReplica(number: number, update?: Uint8Array): TreeEditing {
  const doc = new Y.Doc();
  doc.clientID = number;
  if (update) Y.applyUpdate(doc, update);
  return { doc, history: new History(doc), structure: STRUCTURES.rows };
}

function createNewsletter(): TreeEditing {
  const one = createReplica(1);
  getRoots(one.doc).set("body", new Y.Map([["order", "a0"]]));
  insert(one, buildRow(buildText("a"), buildText("b")), { parent: "body", index: 0 });
  insert(one, buildRow(buildText("c")), { parent: "body", index: 1 });
  updateGlobals(one, { width: 600 });
  return one;
}

const encodeState = ({ doc }: TreeEditing) => Y.encodeStateAsUpdate(doc);
const createVersion = (update: Uint8Array) => createReplica(99, update).doc;

/** The visible content, without ids. */
function readContent({ doc }: { readonly doc: Y.Doc }): Plain {
  const branch = (each: { id: string; kind: string; children: readonly never[] }): Plain => {
    const node = getNodes(doc).get(each.id);
    return [
      each.kind,
      node ? toPlain(getNodeSettings(node)) : null,
      node ? toPlain(node.get("condition")) : null,
      node?.get("locked") === true,
      each.children.map(branch),
    ];
  };
  const roots = [...readSnapshot(doc, STRUCTURES.rows).tree].map(([root, branches]) => [
    root,
    branches.map((each) => branch(each as never)),
  ]);
  return [roots as Plain, toPlain(getGlobals(doc))];
}

function findNodeWithText(one: TreeEditing, words: string): string {
  for (const { branch } of iterateBranches(readSnapshot(one.doc, STRUCTURES.rows))) {
    const node = getNodes(one.doc).get(branch.id);
    if (node && JSON.stringify(toPlain(getNodeSettings(node))).includes(`"${words}"`)) return branch.id;
  }
  throw new Error(`no ${words}`);
}

function writeText(one: TreeEditing, words: string, next: string): void {
  const node = getNodes(one.doc).get(findNodeWithText(one, words));
  const body = node && (getNodeSettings(node).get("body") as Y.XmlFragment);
  one.history.act(() => body && replaceRichText(body, buildRich(next)));
}

function applyChanges(one: TreeEditing): void {
  writeText(one, "a", "other words");
  updateSettings(one, findNodeWithText(one, "b"), { size: 20, colour: "#111111" });
  setCondition(one, findNodeWithText(one, "b"), { all: true });
  setLocked(one, findNodeWithText(one, "b"), true);
  remove(one, findNodeWithText(one, "c"));
  insert(one, buildRow(buildText("new")), { parent: "body", index: 0 });
  move(one, findNodeWithText(one, "other words"), {
    parent: readSnapshot(one.doc, STRUCTURES.rows).nodes.get(findNodeWithText(one, "new"))?.at[0] ?? "",
    index: 0,
  });
  updateGlobals(one, { width: 700, font: "Inter" });
  getRoots(one.doc).set("variant", new Y.Map([["order", "a1"]]));
}

test("the document says again what it said, in one step of undo", () => {
  const one = createNewsletter();
  const [version, before] = [createVersion(encodeState(one)), readContent(one)];
  applyChanges(one);
  const after = readContent(one);
  expect(after).not.toEqual(before);

  expect(restore(one, version)).toBe(true);
  expect(readContent(one)).toEqual(before);
  one.history.undo();
  expect(readContent(one)).toEqual(after);
  one.history.redo();
  expect(readContent(one)).toEqual(before);
});

test("where both say the same nothing is written", () => {
  const one = createNewsletter();
  const version = createVersion(encodeState(one));
  const vector = Y.encodeStateVector(one.doc);

  expect(restore(one, version)).toBe(false);
  expect(Y.encodeStateVector(one.doc)).toEqual(vector);
});

test("a text is rewritten in its place: who writes in it goes on in the same one", () => {
  const one = createNewsletter();
  const version = createVersion(encodeState(one));
  const node = getNodes(one.doc).get(findNodeWithText(one, "a"));
  const body = node && getNodeSettings(node).get("body");
  writeText(one, "a", "other words");

  restore(one, version);

  expect(node && getNodeSettings(node).get("body")).toBe(body);
  expect(toPlain(body)).toEqual(buildRich("a"));
});

test("what another does meanwhile stays, and both end alike", () => {
  const one = createNewsletter();
  const version = createVersion(encodeState(one));
  applyChanges(one);
  const other = createReplica(2, encodeState(one));

  restore(one, version);
  insert(other, buildRow(buildText("theirs")), { parent: "body", index: 0 });
  updateSettings(other, findNodeWithText(other, "other words"), { align: "center" });
  exchange(one, other);

  expect(readContent(one)).toEqual(readContent(other));
  expect(JSON.stringify(readContent(one))).toContain("theirs");
  one.history.undo();
  exchange(one, other);
  expect(readContent(one)).toEqual(readContent(other));
  expect(JSON.stringify(readContent(one))).toContain("other words");
});

test("100 restores among other acts on two replicas end in one document that keeps the rules", () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const roll = createRandom(seed);
    const one = createNewsletter();
    const other = createReplica(2, encodeState(one));
    const versions = [encodeState(one)];
    for (let acts = 0; acts < 16; acts += 1) {
      const here = roll() < 0.5 ? one : other;
      const visible = [...iterateBranches(readSnapshot(here.doc, STRUCTURES.rows))].map(({ branch }) => branch.id);
      const some = visible[Math.floor(roll() * visible.length)] ?? "";
      const place = { parent: roll() < 0.5 ? "body" : some, index: Math.floor(roll() * 3) };
      const version = createVersion(versions[Math.floor(roll() * versions.length)] ?? new Uint8Array());
      [
        () => restore(here, version),
        () => restore(here, version),
        () => insert(here, buildRow(buildText(`${acts}`)), place),
        () => move(here, some, place),
        () => remove(here, some),
        () => duplicate(here, some),
        () => updateSettings(here, some, { size: acts }),
        () => here.history.undo(),
        () => versions.push(encodeState(here)),
      ][Math.floor(roll() * 9)]?.();
      if (roll() < 0.1) exchange(one, other);
    }
    exchange(one, other);

    const mine = readSnapshot(one.doc, STRUCTURES.rows);
    expect(mine, `seed ${seed}`).toEqual(readSnapshot(other.doc, STRUCTURES.rows));
    expect(readContent(one), `seed ${seed}`).toEqual(readContent(other));
    expect(listViolations(mine), `seed ${seed}`).toEqual([]);
  }
}, 60_000);

/** Mulberry32: numbers in [0, 1) that a seed repeats. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function exchange(one: TreeEditing, other: TreeEditing): void {
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc, Y.encodeStateVector(other.doc)));
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc, Y.encodeStateVector(one.doc)));
}

test("two replicas change different parts of a group and keep both; restoring keeps a part that is changed meanwhile", () => {
  const one = createReplica(1);
  getRoots(one.doc).set("body", new Y.Map([["order", "a0"]]));
  const id = insert(one, buildRow(buildText("a")), { parent: "body", index: 0 }) ?? "";
  updateSettings(one, id, { frame: { line: "solid", weight: 1, inner: { gap: 2 } } });
  const version = Y.encodeStateAsUpdate(one.doc);
  const other = createReplica(2, version);
  const frameIn = ({ doc }: TreeEditing) =>
    toPlain(getNodeSettings(getNodes(doc).get(id) as Y.Map<unknown>).get("frame"));

  updateSettings(one, id, { frame: { line: "dashed" } });
  updateSettings(other, id, { frame: { weight: 5, inner: { gap: 3 } } });
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc));
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc));
  expect(frameIn(one)).toEqual({ line: "dashed", weight: 5, inner: { gap: 3 } });
  expect(frameIn(other)).toEqual(frameIn(one));
  one.history.undo();
  expect(frameIn(one)).toEqual({ line: "solid", weight: 5, inner: { gap: 3 } });

  restore(one, createReplica(3, version).doc);
  updateSettings(other, id, { frame: { line: "dotted" } });
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc));
  expect(frameIn(one)).toEqual({ line: "dotted", weight: 1, inner: { gap: 2 } });
});
