/** The graph of a document as plain values, which stay the same while the document changes. */
import type * as Y from "yjs";
import { nodesIn } from "../../collab/maps";
import { isName } from "../../collab/names";
import { drawnGraph, type Graph } from "./graph";
import { type Edge, edgesIn, type GraphNode, readEdge, readNode } from "./records";
import type { GraphStructure } from "./structure";

export interface GraphSnapshot extends Graph {
  readonly structure: GraphStructure;
}

/** The drawn nodes and edges of a document. */
export function graphSnapshot(doc: Y.Doc, structure: GraphStructure): GraphSnapshot {
  const nodes = readAll<GraphNode>(nodesIn(doc), (value) => readNode(value, structure));
  const edges = readAll<Edge>(edgesIn(doc), readEdge);
  return { structure, ...drawnGraph(nodes, edges, structure) };
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
