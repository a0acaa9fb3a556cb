import { expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { globalsIn, nodesIn, rootsIn, settingsOf } from "../../collab/maps";
import { type Plain, plain, rewrite } from "../../collab/values";
import type { TreeEditing } from "../../tree/editing";
import type { Piece } from "../model/pieces";
import { walk } from "../model/places";
import { snapshot } from "../model/snapshot";
import { faultsIn, STRUCTURES } from "../tests/structures";
import { duplicate } from "./duplicate";
import { insert } from "./insert";
import { setCondition, setLocked } from "./marks";
import { move } from "./move";
import { remove } from "./remove";
import { restore } from "./restore";
import { updateGlobals, updateSettings } from "./settings";

const rich = (words: string): Plain => ({
  $rich: [{ name: "paragraph", attributes: {}, inside: [{ text: [{ insert: words }] }] }],
});
const text = (words: string): Piece => ({
  level: "component",
  kind: "text",
  settings: { body: rich(words), size: 16 },
  children: [],
});
const row = (...children: Piece[]): Piece => ({
  level: "row",
  kind: "row",
  settings: {},
  children: [{ level: "column", kind: "column", settings: {}, children }],
});

function replica(number: number, update?: Uint8Array): TreeEditing {
  const doc = new Y.Doc();
  doc.clientID = number;
  if (update) Y.applyUpdate(doc, update);
  return { doc, history: new History(doc), structure: STRUCTURES.rows };
}

function newsletter(): TreeEditing {
  const one = replica(1);
  rootsIn(one.doc).set("body", new Y.Map([["order", "a0"]]));
  insert(one, row(text("a"), text("b")), { parent: "body", index: 0 });
  insert(one, row(text("c")), { parent: "body", index: 1 });
  updateGlobals(one, { width: 600 });
  return one;
}

const now = ({ doc }: TreeEditing) => Y.encodeStateAsUpdate(doc);
const former = (update: Uint8Array) => replica(99, update).doc;

/** The visible content, without ids. */
function says({ doc }: { readonly doc: Y.Doc }): Plain {
  const branch = (each: { id: string; kind: string; children: readonly never[] }): Plain => {
    const node = nodesIn(doc).get(each.id);
    return [
      each.kind,
      node ? plain(settingsOf(node)) : null,
      node ? plain(node.get("condition")) : null,
      node?.get("locked") === true,
      each.children.map(branch),
    ];
  };
  const roots = [...snapshot(doc, STRUCTURES.rows).tree].map(([root, branches]) => [
    root,
    branches.map((each) => branch(each as never)),
  ]);
  return [roots as Plain, plain(globalsIn(doc))];
}

function nodeSaying(one: TreeEditing, words: string): string {
  for (const { branch } of walk(snapshot(one.doc, STRUCTURES.rows))) {
    const node = nodesIn(one.doc).get(branch.id);
    if (node && JSON.stringify(plain(settingsOf(node))).includes(`"${words}"`)) return branch.id;
  }
  throw new Error(`no ${words}`);
}

function write(one: TreeEditing, words: string, next: string): void {
  const node = nodesIn(one.doc).get(nodeSaying(one, words));
  const body = node && (settingsOf(node).get("body") as Y.XmlFragment);
  one.history.act(() => body && rewrite(body, rich(next)));
}

function changed(one: TreeEditing): void {
  write(one, "a", "other words");
  updateSettings(one, nodeSaying(one, "b"), { size: 20, colour: "#111111" });
  setCondition(one, nodeSaying(one, "b"), { all: true });
  setLocked(one, nodeSaying(one, "b"), true);
  remove(one, nodeSaying(one, "c"));
  insert(one, row(text("new")), { parent: "body", index: 0 });
  move(one, nodeSaying(one, "other words"), {
    parent: snapshot(one.doc, STRUCTURES.rows).nodes.get(nodeSaying(one, "new"))?.at[0] ?? "",
    index: 0,
  });
  updateGlobals(one, { width: 700, font: "Inter" });
  rootsIn(one.doc).set("variant", new Y.Map([["order", "a1"]]));
}

test("the document says again what it said, in one step of undo", () => {
  const one = newsletter();
  const [version, before] = [former(now(one)), says(one)];
  changed(one);
  const after = says(one);
  expect(after).not.toEqual(before);

  expect(restore(one, version)).toBe(true);
  expect(says(one)).toEqual(before);
  one.history.undo();
  expect(says(one)).toEqual(after);
  one.history.redo();
  expect(says(one)).toEqual(before);
});

test("where both say the same nothing is written", () => {
  const one = newsletter();
  const version = former(now(one));
  const vector = Y.encodeStateVector(one.doc);

  expect(restore(one, version)).toBe(false);
  expect(Y.encodeStateVector(one.doc)).toEqual(vector);
});

test("a text is rewritten in its place: who writes in it goes on in the same one", () => {
  const one = newsletter();
  const version = former(now(one));
  const node = nodesIn(one.doc).get(nodeSaying(one, "a"));
  const body = node && settingsOf(node).get("body");
  write(one, "a", "other words");

  restore(one, version);

  expect(node && settingsOf(node).get("body")).toBe(body);
  expect(plain(body)).toEqual(rich("a"));
});

test("what another does meanwhile stays, and both end alike", () => {
  const one = newsletter();
  const version = former(now(one));
  changed(one);
  const other = replica(2, now(one));

  restore(one, version);
  insert(other, row(text("theirs")), { parent: "body", index: 0 });
  updateSettings(other, nodeSaying(other, "other words"), { align: "center" });
  exchange(one, other);

  expect(says(one)).toEqual(says(other));
  expect(JSON.stringify(says(one))).toContain("theirs");
  one.history.undo();
  exchange(one, other);
  expect(says(one)).toEqual(says(other));
  expect(JSON.stringify(says(one))).toContain("other words");
});

test("100 restores among other acts on two replicas end in one document that keeps the rules", () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const roll = dice(seed);
    const one = newsletter();
    const other = replica(2, now(one));
    const versions = [now(one)];
    for (let acts = 0; acts < 16; acts += 1) {
      const here = roll() < 0.5 ? one : other;
      const drawn = [...walk(snapshot(here.doc, STRUCTURES.rows))].map(({ branch }) => branch.id);
      const some = drawn[Math.floor(roll() * drawn.length)] ?? "";
      const place = { parent: roll() < 0.5 ? "body" : some, index: Math.floor(roll() * 3) };
      const version = former(versions[Math.floor(roll() * versions.length)] ?? new Uint8Array());
      [
        () => restore(here, version),
        () => restore(here, version),
        () => insert(here, row(text(`${acts}`)), place),
        () => move(here, some, place),
        () => remove(here, some),
        () => duplicate(here, some),
        () => updateSettings(here, some, { size: acts }),
        () => here.history.undo(),
        () => versions.push(now(here)),
      ][Math.floor(roll() * 9)]?.();
      if (roll() < 0.1) exchange(one, other);
    }
    exchange(one, other);

    const mine = snapshot(one.doc, STRUCTURES.rows);
    expect(mine, `seed ${seed}`).toEqual(snapshot(other.doc, STRUCTURES.rows));
    expect(says(one), `seed ${seed}`).toEqual(says(other));
    expect(faultsIn(mine), `seed ${seed}`).toEqual([]);
  }
}, 60_000);

/** Mulberry32: numbers in [0, 1) that a seed repeats. */
function dice(seed: number): () => number {
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
  const one = replica(1);
  rootsIn(one.doc).set("body", new Y.Map([["order", "a0"]]));
  const id = insert(one, row(text("a")), { parent: "body", index: 0 }) ?? "";
  updateSettings(one, id, { frame: { line: "solid", weight: 1, inner: { gap: 2 } } });
  const version = Y.encodeStateAsUpdate(one.doc);
  const other = replica(2, version);
  const frameIn = ({ doc }: TreeEditing) => plain(settingsOf(nodesIn(doc).get(id) as Y.Map<unknown>).get("frame"));

  updateSettings(one, id, { frame: { line: "dashed" } });
  updateSettings(other, id, { frame: { weight: 5, inner: { gap: 3 } } });
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc));
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc));
  expect(frameIn(one)).toEqual({ line: "dashed", weight: 5, inner: { gap: 3 } });
  expect(frameIn(other)).toEqual(frameIn(one));
  one.history.undo();
  expect(frameIn(one)).toEqual({ line: "solid", weight: 5, inner: { gap: 3 } });

  restore(one, replica(3, version).doc);
  updateSettings(other, id, { frame: { line: "dotted" } });
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc));
  expect(frameIn(one)).toEqual({ line: "dotted", weight: 1, inner: { gap: 2 } });
});
