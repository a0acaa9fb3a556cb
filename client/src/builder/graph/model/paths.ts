/** Ways through a visible graph: in reading order, and along its edges. */
import { getOutputs } from "./graph";
import type { Edge, GraphNode } from "./records";
import type { GraphSnapshot } from "./snapshot";

/** Ids of the nodes, top to bottom, then left to right. */
export function sortInReadingOrder(nodes: ReadonlyMap<string, GraphNode>): readonly string[] {
  return [...nodes]
    .sort(([, left], [, right]) => left.at[1] - right.at[1] || left.at[0] - right.at[0])
    .map(([id]) => id);
}

/** The outgoing edges of a node with their ids, in the order of its ports. */
export function listOutgoingEdges(
  { structure, nodes, edges }: GraphSnapshot,
  id: string,
): readonly (readonly [string, Edge])[] {
  const node = nodes.get(id);
  const ports = node ? getOutputs(structure, node).map(({ name }) => name) : [];
  return [...edges]
    .filter(([, { source }]) => source[0] === id)
    .sort(([, left], [, right]) => ports.indexOf(left.source[1]) - ports.indexOf(right.source[1]));
}

/** The incoming edges of a node with their ids. */
export function listIncomingEdges({ edges }: GraphSnapshot, id: string): readonly (readonly [string, Edge])[] {
  return [...edges].filter(([, { target }]) => target[0] === id);
}

export type PathDirection = "forward" | "back" | "previous" | "next";

/**
 * The node that a way leads to: along the first edge, or to a neighbour among the nodes that the same node leads to.
 * Nodes without incoming edges are neighbours in reading order. Undefined where no way leads.
 */
export function findNodeInDirection(now: GraphSnapshot, id: string, way: PathDirection): string | undefined {
  if (way === "forward") return listOutgoingEdges(now, id)[0]?.[1].target[0];
  const [first] = listIncomingEdges(now, id);
  if (way === "back") return first?.[1].source[0];
  const beside = first
    ? [...new Set(listOutgoingEdges(now, first[1].source[0]).map(([, { target }]) => target[0]))]
    : sortInReadingOrder(now.nodes).filter((each) => listIncomingEdges(now, each).length === 0);
  return beside[beside.indexOf(id) + (way === "next" ? 1 : -1)];
}
