import { describe, expect, test } from "vitest";
import { CASES, STRUCTURES } from "../tests/flow";
import { findingsOf } from "./findings";
import { drawnGraph } from "./graph";
import type { Edge, GraphNode } from "./records";
import { conflictOf, targetsOf } from "./rules";

function nodeOf([level, kind, isRemoved, items]: (typeof CASES)[number]["nodes"][string]): GraphNode {
  return { level, kind, at: [0, 0], isRemoved, items };
}

describe("the drawn graph", () => {
  test.each(CASES)("$name", ({ structure, nodes, edges, drawn }) => {
    const all = Object.entries(nodes).map(([id, row]): [string, GraphNode] => [id, nodeOf(row)]);
    const ends = Object.entries(edges).map(([id, [source, target]]): [string, Edge] => [id, { source, target }]);

    for (const [left, right] of [
      [all, ends],
      [all.toReversed(), ends.toReversed()],
    ] as const) {
      const graph = drawnGraph(new Map(left), new Map(right), STRUCTURES[structure]);
      expect({ nodes: [...graph.nodes.keys()], edges: [...graph.edges.keys()] }).toEqual(drawn);
    }
  });

  test("a chain of ten thousand nodes is read, and its way back skipped", () => {
    const count = 10_000;
    const id = (at: number) => `n${String(at % count).padStart(5, "0")}`;
    const nodes = new Map(
      Array.from({ length: count }, (_, at): [string, GraphNode] => [id(at), nodeOf(["step", "wait", false, []])]),
    );
    const edges = new Map(
      Array.from({ length: count }, (_, at): [string, Edge] => [
        id(at),
        { source: [id(at), "next"], target: [id(at + 1), "in"] },
      ]),
    );

    expect([...drawnGraph(nodes, edges, STRUCTURES.flow).edges.keys()]).toEqual([...edges.keys()].slice(0, -1));
  });
});

const NODES = new Map(
  Object.entries({
    t: nodeOf(["start", "trigger", false, []]),
    w: nodeOf(["step", "wait", false, []]),
    c: nodeOf(["step", "condition", false, []]),
    e: nodeOf(["stop", "end", false, []]),
  }),
);
const edge = (source: string, target: string, port = "next"): Edge => ({
  source: [source, port],
  target: [target, "in"],
});

function graphOf(edges: Readonly<Record<string, Edge>>) {
  const structure = STRUCTURES.flow;
  return { structure, ...drawnGraph(NODES, new Map(Object.entries(edges)), structure) };
}

describe("an edge is valid or says why not", () => {
  const now = graphOf({ "1": edge("t", "w"), "2": edge("w", "c"), "3": edge("c", "e", "yes") });

  test.each([
    [edge("c", "e", "no"), undefined],
    [edge("c", "e", "yes"), "duplicate"],
    [edge("w", "e"), "full"],
    [edge("c", "w", "no"), "cycle"],
    [edge("c", "c", "no"), "cycle"],
    [edge("e", "w"), "missing"],
    [edge("x", "w"), "missing"],
    [{ source: ["c", "no"], target: ["t", "in"] } as const, "missing"],
  ])("%o: %s", (candidate, conflict) => {
    expect(conflictOf(now, candidate)).toBe(conflict);
  });

  test("the edge that it replaces does not count", () => {
    expect(conflictOf(now, edge("w", "e"), "2")).toBeUndefined();
    expect(conflictOf(now, edge("c", "w", "no"), "2")).toBeUndefined();
  });

  test("the free inputs of an output", () => {
    expect(targetsOf(now, ["c", "no"])).toEqual([["e", "in"]]);
    expect(targetsOf(now, ["t", "next"])).toEqual([]);
  });
});

describe("findings", () => {
  test("required ports without an edge, and nodes that nothing leads to", () => {
    expect(findingsOf(graphOf({ "1": edge("w", "c"), "2": edge("c", "e", "yes") }))).toEqual([
      { node: "c", severity: "warning", textKey: "graph.findings.unreachable" },
      { node: "e", severity: "warning", textKey: "graph.findings.unreachable" },
      { node: "t", severity: "warning", textKey: "graph.findings.port", port: "next" },
      { node: "w", severity: "warning", textKey: "graph.findings.port", port: "in" },
    ]);
    expect(findingsOf(graphOf({ "1": edge("t", "w"), "2": edge("w", "c"), "3": edge("c", "e", "yes") }))).toEqual([]);
  });
});
