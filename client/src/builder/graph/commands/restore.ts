/** Restores a version of a graph document. */
import * as Y from "yjs";
import { buildMapChanges, buildSingleChanges, type MapChange } from "../../collab/map-changes";
import { getGlobals, getNodeSettings, getNodes } from "../../collab/maps";
import { isEqual, type Settings, toPlain, toSharedMap } from "../../collab/values";
import type { GraphEditing } from "../editing";
import { getInputs, getOutputs } from "../model/graph";
import { type End, getEdges, readEdge } from "../model/records";
import { readGraphSnapshot } from "../model/snapshot";
import type { GraphStructure } from "../model/structure";

const NODE_KEYS = ["level", "kind", "at", "condition", "locked"] as const;

/**
 * Gives the document the content of a version, as one undo step. Nodes that the version lacks are removed. Returns
 * false if both have the same content, and nothing changed.
 */
export function restore(editing: GraphEditing, version: Y.Doc): boolean {
  const { doc, history, structure, isViewed = false } = editing;
  if (isViewed) return false;
  const nodes = buildNodeChanges(doc, version, structure);
  // A change of a node can make a stored edge visible that is hidden now.
  const edges =
    nodes.length > 0 || !hasSameEdges(doc, version, structure) ? buildEdgeChanges(doc, version, structure) : [];
  const changes = [...buildMapChanges(getGlobals(doc), getGlobals(version)), ...nodes, ...edges];
  if (changes.length === 0) return false;
  history.act(() => {
    for (const change of changes) change();
  });
  return true;
}

function buildNodeChanges(doc: Y.Doc, version: Y.Doc, structure: GraphStructure): readonly MapChange[] {
  const nodes = getNodes(doc);
  const [now, then] = [readGraphSnapshot(doc, structure).nodes, readGraphSnapshot(version, structure).nodes];
  const added = [...now.keys()].filter((id) => !then.has(id)).map((id) => () => nodes.get(id)?.set("removed", true));
  const known = [...then.keys()].flatMap((id): readonly MapChange[] => {
    const [node, wanted] = [nodes.get(id), getNodes(version).get(id)];
    if (!wanted) return [];
    if (!(node instanceof Y.Map) || !(getNodeSettings(node) instanceof Y.Map))
      return [() => nodes.set(id, cloneNode(wanted))];
    return [
      ...[...NODE_KEYS, "removed"].flatMap((name) => buildSingleChanges(node, name, wanted.get(name))),
      ...buildMapChanges(getNodeSettings(node), getNodeSettings(wanted)),
    ];
  });
  return [...added, ...known];
}

function hasSameEdges(doc: Y.Doc, version: Y.Doc, structure: GraphStructure): boolean {
  const [visible, wanted] = [readGraphSnapshot(doc, structure).edges, readGraphSnapshot(version, structure).edges];
  return (
    visible.size === wanted.size && [...wanted].every(([id, edge]) => isEqual(toPlain(visible.get(id)), toPlain(edge)))
  );
}

/**
 * Deletes edges that are not visible in the version, also those that are stored but hidden now. Edges of a node or port
 * that the version lacks stay: they are hidden, and undo of its removal restores them with it.
 */
function buildEdgeChanges(doc: Y.Doc, version: Y.Doc, structure: GraphStructure): readonly MapChange[] {
  const [edges, { nodes, edges: wanted }] = [getEdges(doc), readGraphSnapshot(version, structure)];
  const hasPort = (ports: typeof getOutputs, [id, port]: End): boolean => {
    const node = nodes.get(id);
    return node !== undefined && ports(structure, node).some(({ name }) => name === port);
  };
  const isKept = (value: unknown): boolean => {
    const edge = readEdge(value);
    return edge !== undefined && !(hasPort(getOutputs, edge.source) && hasPort(getInputs, edge.target));
  };
  const gone = [...edges].flatMap(([id, edge]): readonly MapChange[] =>
    wanted.has(id) || isKept(edge) ? [] : [() => edges.delete(id)],
  );
  const known = [...wanted].flatMap(([id, edge]) => buildSingleChanges(edges, id, edge));
  return [...gone, ...known];
}

function cloneNode(node: Y.Map<unknown>): Y.Map<unknown> {
  return new Y.Map(
    [...node.entries()].map(([name, value]): [string, unknown] =>
      name === "settings" ? [name, toSharedMap(toPlain(value) as Settings)] : [name, toPlain(value)],
    ),
  );
}
