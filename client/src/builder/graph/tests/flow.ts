/** The graph structures that both languages share (tests/fixtures/documents/graphs.json), and a flow to edit. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getNodeSettings, getNodes } from "../../collab/maps";
import { connect } from "../commands/edges";
import { addNode, type NodePiece } from "../commands/nodes";
import type { GraphEditing } from "../editing";
import type { Edge, GraphPoint } from "../model/records";
import { readGraphSnapshot } from "../model/snapshot";
import type { GraphStructure } from "../model/structure";

const FILE = resolve(import.meta.dirname, "../../../../../tests/fixtures/documents/graphs.json");

export interface GraphCase {
  readonly name: string;
  readonly structure: "flow" | "mesh";
  readonly nodes: Readonly<Record<string, readonly [level: string, kind: string, isRemoved: boolean, items: string[]]>>;
  readonly edges: Readonly<Record<string, readonly [source: [string, string], target: [string, string]]>>;
  readonly visible: { readonly nodes: readonly string[]; readonly edges: readonly string[] };
}

export const { structures: STRUCTURES, graphs: GRAPH_CASES } = JSON.parse(readFileSync(FILE, "utf8")) as {
  readonly structures: Readonly<Record<"flow" | "mesh", GraphStructure>>;
  readonly graphs: readonly GraphCase[];
};

const LEVELS: Readonly<Record<string, string>> = { trigger: "start", end: "stop" };

export const buildStep = (kind: string, at: GraphPoint = [0, 0], label = kind): NodePiece => ({
  level: LEVELS[kind] ?? "step",
  kind,
  settings: { label },
  at,
});

export function buildEdge(source: string, target: string, port = "next"): Edge {
  return { source: [source, port], target: [target, "in"] };
}

export function createEditing(doc: Y.Doc): GraphEditing {
  const structure = STRUCTURES.flow;
  return { doc, history: new History(doc, [], structure.maps), structure };
}

/** A trigger, a wait, a condition and an end, connected except for the condition's outputs. */
export function createFlow() {
  const one = createEditing(new Y.Doc());
  const [trigger, wait, condition, end] = ["trigger", "wait", "condition", "end"].map(
    (kind, index) => addNode(one, buildStep(kind, [0, 100 * index])) ?? "",
  ) as [string, string, string, string];
  const first = connect(one, buildEdge(trigger, wait)) ?? "";
  const second = connect(one, buildEdge(wait, condition)) ?? "";
  // The initial content cannot be undone.
  return { one: createEditing(one.doc), ids: { trigger, wait, condition, end }, edges: { first, second } };
}

/** The visible edges as labels of their nodes, in order. */
export function listEdgeLabels({ doc, structure }: GraphEditing): readonly string[] {
  const labelOf = (id: string) => {
    const node = getNodes(doc).get(id);
    return String(node && getNodeSettings(node).get("label"));
  };
  return [...readGraphSnapshot(doc, structure).edges.values()]
    .map(({ source, target }) => `${labelOf(source[0])}.${source[1]}>${labelOf(target[0])}`)
    .sort();
}
