import { describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { nodesIn, settingsOf } from "../../collab/maps";
import type { GraphEditing } from "../editing";
import { graphStore } from "../graph-store";
import { MAX_COORDINATE } from "../model/records";
import { graphSnapshot } from "../model/snapshot";
import { edge, edgesOf, editingOf, flow, STRUCTURES, step } from "../tests/flow";
import { graphVersions } from "../versions/graph-versions";
import { copiedText, duplicate, partIn, paste } from "./clipboard";
import { connect, reconnect } from "./edges";
import { addNode, moveNodes, remove, updateNode } from "./nodes";
import { restore } from "./restore";

const now = ({ doc, structure }: GraphEditing) => graphSnapshot(doc, structure);
const BEGINNING = ["trigger.next>wait", "wait.next>condition"];

function copyOf(one: GraphEditing): GraphEditing {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(one.doc));
  return editingOf(doc);
}

function exchange(one: GraphEditing, other: GraphEditing): void {
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc));
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc));
}

describe("each command is one undo step", () => {
  test("add, connect, reconnect and move", () => {
    const { one, ids } = flow();
    const { history } = one;

    const yes = connect(one, edge(ids.condition, ids.end, "yes")) ?? "";
    expect(edgesOf(one)).toEqual(["condition.yes>end", ...BEGINNING]);
    expect(reconnect(one, yes, edge(ids.condition, ids.end, "no"))).toBe(true);
    expect(edgesOf(one)).toEqual(["condition.no>end", ...BEGINNING]);
    history.undo();
    expect(edgesOf(one)).toEqual(["condition.yes>end", ...BEGINNING]);
    history.undo();
    expect(edgesOf(one)).toEqual(BEGINNING);

    const positions = new Map([
      [ids.wait, [10.4, 20.6]],
      [ids.end, [5 * MAX_COORDINATE, -5 * MAX_COORDINATE]],
    ] as const);
    expect(moveNodes(one, positions)).toBe(true);
    expect(moveNodes(one, positions)).toBe(false);
    expect([ids.wait, ids.end].map((id) => now(one).nodes.get(id)?.at)).toEqual([
      [10, 21],
      [MAX_COORDINATE, -MAX_COORDINATE],
    ]);
    history.undo();
    expect([ids.wait, ids.end].map((id) => now(one).nodes.get(id)?.at)).toEqual([
      [0, 100],
      [0, 300],
    ]);
    addNode(one, step("wait", [1, 2], "later"));
    expect(now(one).nodes.size).toBe(5);
    history.undo();
    expect([now(one).nodes.size, history.canUndo]).toEqual([4, false]);
  });

  test("remove takes nodes with their edges and further edges, and undo restores them", () => {
    const { one, ids, edges } = flow();

    expect(remove(one, [ids.condition, edges.first, "gone"])).toBe(true);
    expect([edgesOf(one), now(one).nodes.size]).toEqual([[], 3]);
    expect(remove(one, [ids.condition, edges.first])).toBe(false);
    one.history.undo();
    expect([edgesOf(one), now(one).nodes.size]).toEqual([BEGINNING, 4]);
  });

  test("duplicate and paste take the edges between the nodes", () => {
    const { one, ids } = flow();
    updateNode(one, ids.wait, { label: "day" });

    const copies = duplicate(one, [ids.wait, ids.condition, "gone"]) ?? [];
    expect(edgesOf(one)).toEqual(["day.next>condition", "day.next>condition", "trigger.next>day"]);
    expect(copies.map((id) => now(one).nodes.get(id)?.at)).toEqual([
      [32, 132],
      [32, 232],
    ]);
    const text = copiedText(one, "flows", [ids.trigger, ids.wait]) ?? "";
    one.history.undo();
    expect(edgesOf(one)).toEqual(["day.next>condition", "trigger.next>day"]);

    const other = editingOf(new Y.Doc());
    const part = partIn(text, "flows", other.structure);
    expect(part && paste(other, part)).toHaveLength(2);
    expect(edgesOf(other)).toEqual(["trigger.next>day"]);
    other.history.undo();
    expect(now(other).nodes.size).toBe(0);
  });
});

test("clipboard text of another editor or with another content is no part", () => {
  const { one, ids } = flow();
  const text = copiedText(one, "flows", [ids.trigger, ids.wait]) ?? "";

  expect(partIn(text, "other", one.structure)).toBeUndefined();
  expect(partIn(text.replace('"level":"start"', '"level":"goal"'), "flows", one.structure)).toBeUndefined();
  expect(partIn(text.replace('"target":[1', '"target":[2'), "flows", one.structure)).toBeUndefined();
  expect(partIn(text.replace('"at":[0,0]', '"at":[0]'), "flows", one.structure)).toBeUndefined();
  expect(partIn(text.slice(0, -1), "flows", one.structure)).toBeUndefined();
  expect(copiedText(one, "flows", ["gone"])).toBeUndefined();
});

test("invalid edges, a full document and a read-only one change nothing", () => {
  const { one, ids, edges } = flow();
  const before = Y.encodeStateAsUpdate(one.doc);
  const limits = { ...STRUCTURES.flow.limits, nodes: 4, edges: 2 };
  const full = { ...one, structure: { ...one.structure, limits } };
  const viewed = { ...one, isViewed: true };
  const free = edge(ids.condition, ids.end, "yes");

  expect(connect(one, edge(ids.condition, ids.wait, "yes"))).toBeUndefined();
  expect(reconnect(one, edges.second, edge(ids.wait, ids.wait))).toBe(false);
  expect(connect(full, free)).toBeUndefined();
  expect([addNode(full, step("wait")), duplicate(full, [ids.wait])]).toEqual([undefined, undefined]);
  expect([connect(viewed, free), addNode(viewed, step("wait")), duplicate(viewed, [ids.wait])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(reconnect(viewed, edges.second, edge(ids.wait, ids.end))).toBe(false);
  expect(moveNodes(viewed, new Map([[ids.wait, [1, 1]]]))).toBe(false);
  expect([remove(viewed, [ids.wait]), updateNode(viewed, ids.wait, { label: "x" })]).toEqual([false, false]);
  expect(Y.encodeStateAsUpdate(one.doc)).toEqual(before);
});

describe("two at once", () => {
  test("a removed node returns with the edge that the other gave it", () => {
    const { one, ids } = flow();
    const other = copyOf(one);
    remove(one, [ids.end]);
    connect(other, edge(ids.condition, ids.end, "no"));
    exchange(one, other);
    expect([edgesOf(one), edgesOf(other)]).toEqual([BEGINNING, BEGINNING]);

    one.history.undo();
    exchange(one, other);

    expect(edgesOf(one)).toEqual(["condition.no>end", ...BEGINNING]);
    expect(edgesOf(other)).toEqual(edgesOf(one));
  });

  test("edges into a cycle leave one of them, and both draw the same", () => {
    const { one, ids } = flow();
    const late = addNode(one, step("condition", [0, 0], "late")) ?? "";
    const other = copyOf(one);
    connect(one, edge(ids.condition, late, "yes"));
    connect(other, edge(late, ids.condition, "yes"));
    exchange(one, other);

    expect(edgesOf(one)).toEqual(["condition.yes>late", ...BEGINNING]);
    expect(edgesOf(other)).toEqual(edgesOf(one));
  });
});

test("a move keeps the objects of all other nodes and of the edges", () => {
  const { one, ids } = flow();
  const store = graphStore(one.doc, one.structure);
  store.listen();
  const heard = vi.fn();
  store.subscribe(heard);
  const before = store.snapshot();

  moveNodes(one, new Map([[ids.wait, [7, 7]]]));

  const after = store.snapshot();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(after.edges).toBe(before.edges);
  const changed = [...after.nodes].filter(([id, node]) => before.nodes.get(id) !== node).map(([id]) => id);
  expect(changed).toEqual([ids.wait]);
  connect(one, edge(ids.condition, ids.end, "yes"));
  expect(store.snapshot().edges.size).toBe(3);
  expect(store.snapshot().nodes).toBe(after.nodes);
});

test("a version is compared with the current state, and restored as one undo step", () => {
  const { one, ids, edges } = flow();
  const version = copyOf(one).doc;
  const versions = graphVersions(one.structure);
  expect(versions.changesBetween(version, one.doc)).toEqual({ nodes: new Map(), isWhole: false });
  expect(restore(one, version)).toBe(false);

  const added = addNode(one, step("end", [9, 9], "other end")) ?? "";
  remove(one, [ids.end, edges.first]);
  connect(one, edge(ids.condition, added, "yes"));
  updateNode(one, ids.wait, { label: "day" });
  const later = edgesOf(one);
  expect(versions.changesBetween(version, one.doc)).toEqual({
    nodes: new Map([
      [ids.trigger, "changed"],
      [ids.wait, "changed"],
      [ids.condition, "changed"],
      [ids.end, "removed"],
      [added, "added"],
    ]),
    isWhole: false,
  });

  expect(versions.restore(one, version)).toBe(true);
  expect([edgesOf(one), now(one).nodes.has(added), now(one).nodes.has(ids.end)]).toEqual([BEGINNING, false, true]);
  const wait = nodesIn(one.doc).get(ids.wait);
  expect(wait && settingsOf(wait).get("label")).toBe("wait");
  one.history.undo();
  expect([edgesOf(one), now(one).nodes.has(added)]).toEqual([later, true]);
});
