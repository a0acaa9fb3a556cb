import { describe, expect, test } from "vitest";
import { GRAPH_CASES, STRUCTURES } from "../tests/flow";
import { listFindings } from "./findings";
import { buildVisibleGraph } from "./graph";
import type { Edge, GraphNode } from "./records";
import { findConflict, listTargets } from "./rules";

function createNode([level, kind, isRemoved, items]: (typeof GRAPH_CASES)[number]["nodes"][string]): GraphNode {
  return { level, kind, at: [0, 0], isRemoved, items };
}

describe("the visible graph", () => {
  test.each(GRAPH_CASES)("$name", ({ structure, nodes, edges, visible }) => {
    const all = Object.entries(nodes).map(([id, row]): [string, GraphNode] => [id, createNode(row)]);
    const ends = Object.entries(edges).map(([id, [source, target]]): [string, Edge] => [id, { source, target }]);

    for (const [left, right] of [
      [all, ends],
      [all.toReversed(), ends.toReversed()],
    ] as const) {
      const graph = buildVisibleGraph(new Map(left), new Map(right), STRUCTURES[structure]);
      expect({ nodes: [...graph.nodes.keys()], edges: [...graph.edges.keys()] }).toEqual(visible);
    }
  });

  test("a chain of ten thousand nodes is read, and its way back skipped", () => {
    const count = 10_000;
    const id = (at: number) => `n${String(at % count).padStart(5, "0")}`;
    const nodes = new Map(
      Array.from({ length: count }, (_, at): [string, GraphNode] => [id(at), createNode(["step", "wait", false, []])]),
    );
    const edges = new Map(
      Array.from({ length: count }, (_, at): [string, Edge] => [
        id(at),
        { source: [id(at), "next"], target: [id(at + 1), "in"] },
      ]),
    );

    expect([...buildVisibleGraph(nodes, edges, STRUCTURES.flow).edges.keys()]).toEqual([...edges.keys()].slice(0, -1));
  });
});

const NODES = new Map(
  Object.entries({
    t: createNode(["start", "trigger", false, []]),
    w: createNode(["step", "wait", false, []]),
    c: createNode(["step", "condition", false, []]),
    e: createNode(["stop", "end", false, []]),
  }),
);
const createEdge = (source: string, target: string, port = "next"): Edge => ({
  source: [source, port],
  target: [target, "in"],
});

function createGraph(edges: Readonly<Record<string, Edge>>) {
  const structure = STRUCTURES.flow;
  return { structure, ...buildVisibleGraph(NODES, new Map(Object.entries(edges)), structure) };
}

describe("an edge is valid or says why not", () => {
  const now = createGraph({ "1": createEdge("t", "w"), "2": createEdge("w", "c"), "3": createEdge("c", "e", "yes") });

  test.each([
    [createEdge("c", "e", "no"), undefined],
    [createEdge("c", "e", "yes"), "duplicate"],
    [createEdge("w", "e"), "full"],
    [createEdge("c", "w", "no"), "cycle"],
    [createEdge("c", "c", "no"), "cycle"],
    [createEdge("e", "w"), "missing"],
    [createEdge("x", "w"), "missing"],
    [{ source: ["c", "no"], target: ["t", "in"] } as const, "missing"],
  ])("%o: %s", (candidate, conflict) => {
    expect(findConflict(now, candidate)).toBe(conflict);
  });

  test("the edge that it replaces does not count", () => {
    expect(findConflict(now, createEdge("w", "e"), "2")).toBeUndefined();
    expect(findConflict(now, createEdge("c", "w", "no"), "2")).toBeUndefined();
  });

  test("the free inputs of an output", () => {
    expect(listTargets(now, ["c", "no"])).toEqual([["e", "in"]]);
    expect(listTargets(now, ["t", "next"])).toEqual([]);
  });
});

describe("findings", () => {
  test("required ports without an edge, and nodes that nothing leads to", () => {
    expect(listFindings(createGraph({ "1": createEdge("w", "c"), "2": createEdge("c", "e", "yes") }))).toEqual([
      { node: "c", severity: "warning", textKey: "graph.findings.unreachable" },
      { node: "e", severity: "warning", textKey: "graph.findings.unreachable" },
      { node: "t", severity: "warning", textKey: "graph.findings.port", port: "next" },
      { node: "w", severity: "warning", textKey: "graph.findings.port", port: "in" },
    ]);
    expect(
      listFindings(
        createGraph({ "1": createEdge("t", "w"), "2": createEdge("w", "c"), "3": createEdge("c", "e", "yes") }),
      ),
    ).toEqual([]);
  });
});
