/** The graph of a document as plain values, which stay the same while the document changes. */
import type * as Y from "yjs";
import { getNodes } from "../../collab/maps";
import { isName } from "../../collab/names";
import { buildVisibleGraph, type Graph } from "./graph";
import { type Edge, type GraphNode, getEdges, readEdge, readNode } from "./records";
import type { GraphStructure } from "./structure";

export interface GraphSnapshot extends Graph {
  readonly structure: GraphStructure;
}

/** The visible nodes and edges of a document. */
export function readGraphSnapshot(doc: Y.Doc, structure: GraphStructure): GraphSnapshot {
  const nodes = readAll<GraphNode>(getNodes(doc), (value) => readNode(value, structure));
  const edges = readAll<Edge>(getEdges(doc), readEdge);
  return { structure, ...buildVisibleGraph(nodes, edges, structure) };
}

function readAll<Each>(
  map: { entries(): Iterable<[string, unknown]> },
  read: (value: unknown) => Each | undefined,
): ReadonlyMap<string, Each> {
  const all = new Map<string, Each>();
  for (const [id, value] of map.entries()) {
    const each = isName(id) ? read(value) : undefined;
    if (each !== undefined) all.set(id, each);
  }
  return all;
}
