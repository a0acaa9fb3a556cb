import { expect, test } from "vitest";
import * as Y from "yjs";
import { nodesIn, settingsOf } from "../../collab/maps";
import { plain, type Settings } from "../../collab/values";
import type { GraphEditing } from "../editing";
import { graphSnapshot } from "../model/snapshot";
import { edge, editingOf, flow, step } from "../tests/flow";
import { connect } from "./edges";
import { addNode, moveNodes, remove, updateNode } from "./nodes";
import { restore } from "./restore";
import { setCondition } from "./settings";

const TWO_BRANCHES = { a: { order: "a0", label: "A" }, b: { order: "a1", label: "B" } };

const stateOf = ({ doc }: GraphEditing) => Y.encodeStateAsUpdate(doc);

function replica(update: Uint8Array, number: number): GraphEditing {
  const doc = new Y.Doc();
  doc.clientID = number;
  Y.applyUpdate(doc, update);
  return editingOf(doc);
}

const versionOf = (update: Uint8Array) => replica(update, 99).doc;

function exchange(one: GraphEditing, other: GraphEditing): void {
  Y.applyUpdate(other.doc, stateOf(one));
  Y.applyUpdate(one.doc, stateOf(other));
}

function settingsIn({ doc }: GraphEditing, id: string): Settings {
  const node = nodesIn(doc).get(id);
  return node ? (plain(settingsOf(node)) as Settings) : {};
}

/** The visible content, with the settings and conditions of the nodes. */
function contentOf(one: GraphEditing) {
  const { nodes, edges } = graphSnapshot(one.doc, one.structure);
  const settings = [...nodes].map(([id, { at }]) => [
    id,
    at,
    settingsIn(one, id),
    plain(nodesIn(one.doc).get(id)?.get("condition")),
  ]);
  return { settings, edges: [...edges] };
}

test("a restored list stays the same map, so that what another changes in it meanwhile is kept", () => {
  const { one } = flow();
  const id = addNode(one, { ...step("split"), settings: { label: "split", branches: TWO_BRANCHES } }) ?? "";
  const version = versionOf(stateOf(one));
  const branches = () => settingsOf(nodesIn(one.doc).get(id) as Y.Map<unknown>).get("branches");
  const list = branches();
  updateNode(one, id, { branches: { a: { label: "First" }, b: null, c: { order: "a2", label: "C" } } });
  const other = replica(stateOf(one), 2);

  expect(restore(one, version)).toBe(true);
  updateNode(other, id, { branches: { a: { hint: "theirs" }, d: { order: "a3", label: "D" } } });
  exchange(one, other);

  expect(branches()).toBe(list);
  expect(settingsIn(one, id).branches).toEqual({
    a: { order: "a0", label: "A", hint: "theirs" },
    b: { order: "a1", label: "B" },
    d: { order: "a3", label: "D" },
  });
  expect(settingsIn(other, id)).toEqual(settingsIn(one, id));
});

test("60 seeds of restores while another edits end in one graph, and a restore alone in the version's", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const roll = dice(seed);
    const one = replica(stateOf(flow().one), 1);
    const split = addNode(one, { ...step("split"), settings: { label: "split", branches: TWO_BRANCHES } }) ?? "";
    const other = replica(stateOf(one), 2);
    const versions = [stateOf(one)];
    for (let count = 0; count < 30; count += 1) {
      const here = roll() < 0.5 ? one : other;
      const ids = [...graphSnapshot(here.doc, here.structure).nodes.keys()];
      const [some, next] = [ids[Math.floor(roll() * ids.length)] ?? "", ids[Math.floor(roll() * ids.length)] ?? ""];
      const edges = [...graphSnapshot(here.doc, here.structure).edges.keys()];
      const item = ["a", "b", "c"][Math.floor(roll() * 3)] ?? "a";
      const port = ["next", "yes", item][Math.floor(roll() * 3)] ?? "next";
      const version = versionOf(versions[Math.floor(roll() * versions.length)] ?? new Uint8Array());
      [
        () => {
          restore(here, version);
          expect(contentOf(here), `seed ${seed}`).toEqual(contentOf({ ...here, doc: version }));
        },
        () => addNode(here, step("wait", [count, count])),
        () => connect(here, edge(some, next, port)),
        () => remove(here, [some]),
        () => remove(here, edges.slice(0, 1)),
        () => moveNodes(here, new Map([[some, [count, 0]]])),
        () => updateNode(here, split, { branches: { [item]: { order: "a5", label: String(count) } } }),
        () => updateNode(here, split, { branches: { [item]: null } }),
        () => setCondition(here, some, roll() < 0.5 ? { all: true } : null),
        () => here.history.undo(),
        () => versions.push(stateOf(here)),
      ][Math.floor(roll() * 11)]?.();
      if (roll() < 0.15) exchange(one, other);
    }
    exchange(one, other);

    expect(contentOf(one), `seed ${seed}`).toEqual(contentOf(other));
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
