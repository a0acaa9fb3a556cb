import { describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { getNodeSettings, getNodes } from "../../collab/maps";
import type { GraphEditing } from "../editing";
import { createGraphStore } from "../graph-store";
import { MAX_COORDINATE } from "../model/records";
import { readGraphSnapshot } from "../model/snapshot";
import { buildEdge, buildStep, createEditing, createFlow, listEdgeLabels, STRUCTURES } from "../tests/flow";
import { createGraphVersionModel } from "../versions/graph-versions";
import { buildClipboardText, duplicate, parsePart, paste } from "./clipboard";
import { connect, reconnect } from "./edges";
import { addNode, moveNodes, remove, updateNode } from "./nodes";
import { restore } from "./restore";

const readNow = ({ doc, structure }: GraphEditing) => readGraphSnapshot(doc, structure);
const INITIAL_EDGES = ["trigger.next>wait", "wait.next>condition"];

function cloneEditing(one: GraphEditing): GraphEditing {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(one.doc));
  return createEditing(doc);
}

function exchange(one: GraphEditing, other: GraphEditing): void {
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc));
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc));
}

describe("each command is one undo step", () => {
  test("add, connect, reconnect and move", () => {
    const { one, ids } = createFlow();
    const { history } = one;

    const yes = connect(one, buildEdge(ids.condition, ids.end, "yes")) ?? "";
    expect(listEdgeLabels(one)).toEqual(["condition.yes>end", ...INITIAL_EDGES]);
    expect(reconnect(one, yes, buildEdge(ids.condition, ids.end, "no"))).toBe(true);
    expect(listEdgeLabels(one)).toEqual(["condition.no>end", ...INITIAL_EDGES]);
    history.undo();
    expect(listEdgeLabels(one)).toEqual(["condition.yes>end", ...INITIAL_EDGES]);
    history.undo();
    expect(listEdgeLabels(one)).toEqual(INITIAL_EDGES);

    const positions = new Map([
      [ids.wait, [10.4, 20.6]],
      [ids.end, [5 * MAX_COORDINATE, -5 * MAX_COORDINATE]],
    ] as const);
    expect(moveNodes(one, positions)).toBe(true);
    expect(moveNodes(one, positions)).toBe(false);
    expect([ids.wait, ids.end].map((id) => readNow(one).nodes.get(id)?.at)).toEqual([
      [10, 21],
      [MAX_COORDINATE, -MAX_COORDINATE],
    ]);
    history.undo();
    expect([ids.wait, ids.end].map((id) => readNow(one).nodes.get(id)?.at)).toEqual([
      [0, 100],
      [0, 300],
    ]);
    addNode(one, buildStep("wait", [1, 2], "later"));
    expect(readNow(one).nodes.size).toBe(5);
    history.undo();
    expect([readNow(one).nodes.size, history.canUndo]).toEqual([4, false]);
  });

  test("remove takes nodes with their edges and further edges, and undo restores them", () => {
    const { one, ids, edges } = createFlow();

    expect(remove(one, [ids.condition, edges.first, "gone"])).toBe(true);
    expect([listEdgeLabels(one), readNow(one).nodes.size]).toEqual([[], 3]);
    expect(remove(one, [ids.condition, edges.first])).toBe(false);
    one.history.undo();
    expect([listEdgeLabels(one), readNow(one).nodes.size]).toEqual([INITIAL_EDGES, 4]);
  });

  test("duplicate and paste take the edges between the nodes", () => {
    const { one, ids } = createFlow();
    updateNode(one, ids.wait, { label: "day" });

    const copies = duplicate(one, [ids.wait, ids.condition, "gone"]) ?? [];
    expect(listEdgeLabels(one)).toEqual(["day.next>condition", "day.next>condition", "trigger.next>day"]);
    expect(copies.map((id) => readNow(one).nodes.get(id)?.at)).toEqual([
      [32, 132],
      [32, 232],
    ]);
    const text = buildClipboardText(one, "flows", [ids.trigger, ids.wait]) ?? "";
    one.history.undo();
    expect(listEdgeLabels(one)).toEqual(["day.next>condition", "trigger.next>day"]);

    const other = createEditing(new Y.Doc());
    const part = parsePart(text, "flows", other.structure);
    expect(part && paste(other, part)).toHaveLength(2);
    expect(listEdgeLabels(other)).toEqual(["trigger.next>day"]);
    other.history.undo();
    expect(readNow(other).nodes.size).toBe(0);
  });
});

test("clipboard text of another editor or with another content is no part", () => {
  const { one, ids } = createFlow();
  const text = buildClipboardText(one, "flows", [ids.trigger, ids.wait]) ?? "";

  expect(parsePart(text, "other", one.structure)).toBeUndefined();
  expect(parsePart(text.replace('"level":"start"', '"level":"goal"'), "flows", one.structure)).toBeUndefined();
  expect(parsePart(text.replace('"target":[1', '"target":[2'), "flows", one.structure)).toBeUndefined();
  expect(parsePart(text.replace('"at":[0,0]', '"at":[0]'), "flows", one.structure)).toBeUndefined();
  expect(parsePart(text.slice(0, -1), "flows", one.structure)).toBeUndefined();
  expect(buildClipboardText(one, "flows", ["gone"])).toBeUndefined();
});

test("invalid edges, a full document and a read-only one change nothing", () => {
  const { one, ids, edges } = createFlow();
  const before = Y.encodeStateAsUpdate(one.doc);
  const limits = { ...STRUCTURES.flow.limits, nodes: 4, edges: 2 };
  const full = { ...one, structure: { ...one.structure, limits } };
  const viewed = { ...one, isViewed: true };
  const free = buildEdge(ids.condition, ids.end, "yes");

  expect(connect(one, buildEdge(ids.condition, ids.wait, "yes"))).toBeUndefined();
  expect(reconnect(one, edges.second, buildEdge(ids.wait, ids.wait))).toBe(false);
  expect(connect(full, free)).toBeUndefined();
  expect([addNode(full, buildStep("wait")), duplicate(full, [ids.wait])]).toEqual([undefined, undefined]);
  expect([connect(viewed, free), addNode(viewed, buildStep("wait")), duplicate(viewed, [ids.wait])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(reconnect(viewed, edges.second, buildEdge(ids.wait, ids.end))).toBe(false);
  expect(moveNodes(viewed, new Map([[ids.wait, [1, 1]]]))).toBe(false);
  expect([remove(viewed, [ids.wait]), updateNode(viewed, ids.wait, { label: "x" })]).toEqual([false, false]);
  expect(Y.encodeStateAsUpdate(one.doc)).toEqual(before);
});

describe("two at once", () => {
  test("a removed node returns with the edge that the other gave it", () => {
    const { one, ids } = createFlow();
    const other = cloneEditing(one);
    remove(one, [ids.end]);
    connect(other, buildEdge(ids.condition, ids.end, "no"));
    exchange(one, other);
    expect([listEdgeLabels(one), listEdgeLabels(other)]).toEqual([INITIAL_EDGES, INITIAL_EDGES]);

    one.history.undo();
    exchange(one, other);

    expect(listEdgeLabels(one)).toEqual(["condition.no>end", ...INITIAL_EDGES]);
    expect(listEdgeLabels(other)).toEqual(listEdgeLabels(one));
  });

  test("edges into a cycle leave one of them, and both show the same", () => {
    const { one, ids } = createFlow();
    const late = addNode(one, buildStep("condition", [0, 0], "late")) ?? "";
    const other = cloneEditing(one);
    connect(one, buildEdge(ids.condition, late, "yes"));
    connect(other, buildEdge(late, ids.condition, "yes"));
    exchange(one, other);

    expect(listEdgeLabels(one)).toEqual(["condition.yes>late", ...INITIAL_EDGES]);
    expect(listEdgeLabels(other)).toEqual(listEdgeLabels(one));
  });
});

test("a move keeps the objects of all other nodes and of the edges", () => {
  const { one, ids } = createFlow();
  const store = createGraphStore(one.doc, one.structure);
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
  connect(one, buildEdge(ids.condition, ids.end, "yes"));
  expect(store.snapshot().edges.size).toBe(3);
  expect(store.snapshot().nodes).toBe(after.nodes);
});

test("a version is compared with the current state, and restored as one undo step", () => {
  const { one, ids, edges } = createFlow();
  const version = cloneEditing(one).doc;
  const versions = createGraphVersionModel(one.structure);
  expect(versions.changesBetween(version, one.doc)).toEqual({ nodes: new Map(), isWhole: false });
  expect(restore(one, version)).toBe(false);

  const added = addNode(one, buildStep("end", [9, 9], "other end")) ?? "";
  remove(one, [ids.end, edges.first]);
  connect(one, buildEdge(ids.condition, added, "yes"));
  updateNode(one, ids.wait, { label: "day" });
  const later = listEdgeLabels(one);
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
  expect([listEdgeLabels(one), readNow(one).nodes.has(added), readNow(one).nodes.has(ids.end)]).toEqual([
    INITIAL_EDGES,
    false,
    true,
  ]);
  const wait = getNodes(one.doc).get(ids.wait);
  expect(wait && getNodeSettings(wait).get("label")).toBe("wait");
  one.history.undo();
  expect([listEdgeLabels(one), readNow(one).nodes.has(added)]).toEqual([later, true]);
});
