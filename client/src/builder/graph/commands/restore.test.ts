import { expect, test } from "vitest";
import * as Y from "yjs";
import { getNodeSettings, getNodes } from "../../collab/maps";
import { type Settings, toPlain } from "../../collab/values";
import type { GraphEditing } from "../editing";
import { readGraphSnapshot } from "../model/snapshot";
import { buildEdge, buildStep, createEditing, createFlow } from "../tests/flow";
import { connect } from "./edges";
import { addNode, moveNodes, remove, updateNode } from "./nodes";
import { restore } from "./restore";
import { setCondition } from "./settings";

const TWO_BRANCHES = { a: { order: "a0", label: "A" }, b: { order: "a1", label: "B" } };

const encodeState = ({ doc }: GraphEditing) => Y.encodeStateAsUpdate(doc);

function createReplica(update: Uint8Array, number: number): GraphEditing {
  const doc = new Y.Doc();
  doc.clientID = number;
  Y.applyUpdate(doc, update);
  return createEditing(doc);
}

const createVersion = (update: Uint8Array) => createReplica(update, 99).doc;

function exchange(one: GraphEditing, other: GraphEditing): void {
  Y.applyUpdate(other.doc, encodeState(one));
  Y.applyUpdate(one.doc, encodeState(other));
}

function readSettings({ doc }: GraphEditing, id: string): Settings {
  const node = getNodes(doc).get(id);
  return node ? (toPlain(getNodeSettings(node)) as Settings) : {};
}

/** The visible content, with the settings and conditions of the nodes. */
function readContent(one: GraphEditing) {
  const { nodes, edges } = readGraphSnapshot(one.doc, one.structure);
  const settings = [...nodes].map(([id, { at }]) => [
    id,
    at,
    readSettings(one, id),
    toPlain(getNodes(one.doc).get(id)?.get("condition")),
  ]);
  return { settings, edges: [...edges] };
}

test("a restored list stays the same map, so that what another changes in it meanwhile is kept", () => {
  const { one } = createFlow();
  const id = addNode(one, { ...buildStep("split"), settings: { label: "split", branches: TWO_BRANCHES } }) ?? "";
  const version = createVersion(encodeState(one));
  const branches = () => getNodeSettings(getNodes(one.doc).get(id) as Y.Map<unknown>).get("branches");
  const list = branches();
  updateNode(one, id, { branches: { a: { label: "First" }, b: null, c: { order: "a2", label: "C" } } });
  const other = createReplica(encodeState(one), 2);

  expect(restore(one, version)).toBe(true);
  updateNode(other, id, { branches: { a: { hint: "theirs" }, d: { order: "a3", label: "D" } } });
  exchange(one, other);

  expect(branches()).toBe(list);
  expect(readSettings(one, id).branches).toEqual({
    a: { order: "a0", label: "A", hint: "theirs" },
    b: { order: "a1", label: "B" },
    d: { order: "a3", label: "D" },
  });
  expect(readSettings(other, id)).toEqual(readSettings(one, id));
});

test("edges of a node that the version lacks return when another undoes its removal", () => {
  const { one, ids, edges } = createFlow();
  const other = createReplica(encodeState(one), 2);
  remove(other, [ids.wait]);
  exchange(one, other);
  const version = createVersion(encodeState(one));
  moveNodes(one, new Map([[ids.end, [500, 500]]]));

  expect(restore(one, version)).toBe(true);
  exchange(one, other);
  expect(readContent(one)).toEqual(readContent({ ...one, doc: version }));
  other.history.undo();
  exchange(one, other);

  expect([...readGraphSnapshot(one.doc, one.structure).edges.keys()].sort()).toEqual(
    [edges.first, edges.second].sort(),
  );
  expect(readContent(other)).toEqual(readContent(one));
});

test("edges of a port that the version lacks return when another undoes its removal", () => {
  const { one, ids } = createFlow();
  const split = addNode(one, { ...buildStep("split"), settings: { label: "split", branches: TWO_BRANCHES } }) ?? "";
  const edge = connect(one, buildEdge(split, ids.end, "b")) ?? "";
  const other = createReplica(encodeState(one), 2);
  updateNode(other, split, { branches: { b: null } });
  exchange(one, other);
  const version = createVersion(encodeState(one));
  moveNodes(one, new Map([[ids.end, [500, 500]]]));

  restore(one, version);
  exchange(one, other);
  other.history.undo();
  exchange(one, other);

  expect(readGraphSnapshot(one.doc, one.structure).edges.has(edge)).toBe(true);
});

test("a node added since the version returns on undo with the edges that another has added to it", () => {
  const { one, ids } = createFlow();
  const version = createVersion(encodeState(one));
  const join = addNode(one, buildStep("join")) ?? "";
  const other = createReplica(encodeState(one), 2);

  restore(one, version);
  const edge = connect(other, buildEdge(ids.condition, join, "yes")) ?? "";
  exchange(one, other);
  expect(readContent(one)).toEqual(readContent({ ...one, doc: version }));
  moveNodes(other, new Map([[ids.end, [500, 500]]]));
  restore(other, version);
  exchange(one, other);
  one.history.undo();
  exchange(one, other);

  const { nodes, edges } = readGraphSnapshot(one.doc, one.structure);
  expect([nodes.has(join), edges.has(edge)]).toEqual([true, true]);
});

test("60 seeds of restores while another edits end in one graph, and a restore alone in the version's", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const roll = createRandom(seed);
    const one = createReplica(encodeState(createFlow().one), 1);
    const split = addNode(one, { ...buildStep("split"), settings: { label: "split", branches: TWO_BRANCHES } }) ?? "";
    const other = createReplica(encodeState(one), 2);
    const versions = [encodeState(one)];
    for (let count = 0; count < 30; count += 1) {
      const here = roll() < 0.5 ? one : other;
      const ids = [...readGraphSnapshot(here.doc, here.structure).nodes.keys()];
      const [some, next] = [ids[Math.floor(roll() * ids.length)] ?? "", ids[Math.floor(roll() * ids.length)] ?? ""];
      const edges = [...readGraphSnapshot(here.doc, here.structure).edges.keys()];
      const item = ["a", "b", "c"][Math.floor(roll() * 3)] ?? "a";
      const port = ["next", "yes", item][Math.floor(roll() * 3)] ?? "next";
      const version = createVersion(versions[Math.floor(roll() * versions.length)] ?? new Uint8Array());
      [
        () => {
          restore(here, version);
          expect(readContent(here), `seed ${seed}`).toEqual(readContent({ ...here, doc: version }));
        },
        () => addNode(here, buildStep("wait", [count, count])),
        () => connect(here, buildEdge(some, next, port)),
        () => remove(here, [some]),
        () => remove(here, edges.slice(0, 1)),
        () => moveNodes(here, new Map([[some, [count, 0]]])),
        () => updateNode(here, split, { branches: { [item]: { order: "a5", label: String(count) } } }),
        () => updateNode(here, split, { branches: { [item]: null } }),
        () => setCondition(here, some, roll() < 0.5 ? { all: true } : null),
        () => here.history.undo(),
        () => versions.push(encodeState(here)),
      ][Math.floor(roll() * 11)]?.();
      if (roll() < 0.15) exchange(one, other);
    }
    exchange(one, other);

    expect(readContent(one), `seed ${seed}`).toEqual(readContent(other));
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
