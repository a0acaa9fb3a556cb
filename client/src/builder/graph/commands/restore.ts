/** Restores a version of a graph document. */
import * as Y from "yjs";
import { globalsIn, nodesIn, settingsOf } from "../../collab/maps";
import { type MapChange, mapChanges, singleChanges } from "../../collab/restored-map";
import { plain, type Settings, same, sharedSettings } from "../../collab/values";
import type { GraphEditing } from "../editing";
import { edgesIn } from "../model/records";
import { graphSnapshot } from "../model/snapshot";
import type { GraphStructure } from "../model/structure";

const NODE_KEYS = ["level", "kind", "at", "condition", "locked"] as const;

/**
 * Gives the document the content of a version, as one undo step. Nodes that the version lacks are removed. Returns
 * false if both have the same content, and nothing changed.
 */
export function restore(editing: GraphEditing, version: Y.Doc): boolean {
  const { doc, history, structure, isViewed = false } = editing;
  if (isViewed) return false;
  const nodes = nodeChanges(doc, version, structure);
  // A change of a node can let a stored edge be drawn that is not drawn now.
  const edges = nodes.length > 0 || !hasSameEdges(doc, version, structure) ? edgeChanges(doc, version, structure) : [];
  const changes = [...mapChanges(globalsIn(doc), globalsIn(version)), ...nodes, ...edges];
  if (changes.length === 0) return false;
  history.act(() => {
    for (const change of changes) change();
  });
  return true;
}

function nodeChanges(doc: Y.Doc, version: Y.Doc, structure: GraphStructure): readonly MapChange[] {
  const nodes = nodesIn(doc);
  const [now, then] = [graphSnapshot(doc, structure).nodes, graphSnapshot(version, structure).nodes];
  const added = [...now.keys()].filter((id) => !then.has(id)).map((id) => () => nodes.get(id)?.set("removed", true));
  const known = [...then.keys()].flatMap((id): readonly MapChange[] => {
    const [node, wanted] = [nodes.get(id), nodesIn(version).get(id)];
    if (!wanted) return [];
    if (!(node instanceof Y.Map) || !(settingsOf(node) instanceof Y.Map)) return [() => nodes.set(id, copyOf(wanted))];
    return [
      ...[...NODE_KEYS, "removed"].flatMap((name) => singleChanges(node, name, wanted.get(name))),
      ...mapChanges(settingsOf(node), settingsOf(wanted)),
    ];
  });
  return [...added, ...known];
}

function hasSameEdges(doc: Y.Doc, version: Y.Doc, structure: GraphStructure): boolean {
  const [drawn, wanted] = [graphSnapshot(doc, structure).edges, graphSnapshot(version, structure).edges];
  return drawn.size === wanted.size && [...wanted].every(([id, edge]) => same(plain(drawn.get(id)), plain(edge)));
}

/** Edges that the version does not draw go, also those that are stored without being drawn. */
function edgeChanges(doc: Y.Doc, version: Y.Doc, structure: GraphStructure): readonly MapChange[] {
  const [edges, wanted] = [edgesIn(doc), graphSnapshot(version, structure).edges];
  const gone = [...edges.keys()].filter((id) => !wanted.has(id)).map((id) => () => edges.delete(id));
  const known = [...wanted].flatMap(([id, edge]) => singleChanges(edges, id, edge));
  return [...gone, ...known];
}

function copyOf(node: Y.Map<unknown>): Y.Map<unknown> {
  return new Y.Map(
    [...node.entries()].map(([name, value]): [string, unknown] =>
      name === "settings" ? [name, sharedSettings(plain(value) as Settings)] : [name, plain(value)],
    ),
  );
}
