/** Commands on nodes. Each is one undo step, and none changes a read-only document. */

import * as Y from "yjs";
import { createRandomId } from "@/lib/api/ids";
import { buildFieldKey } from "../../collab/field-key";
import { type GroupStarts, mergeSettings, prepareGroups } from "../../collab/groups";
import { getNodeSettings, getNodes } from "../../collab/maps";
import { type Settings, toSharedMap } from "../../collab/values";
import type { GraphEditing } from "../editing";
import { clampPoint, type GraphPoint, getEdges } from "../model/records";
import { type GraphSnapshot, readGraphSnapshot } from "../model/snapshot";

/** A node without its id. */
export interface NodePiece {
  readonly level: string;
  readonly kind: string;
  readonly settings: Settings;
  readonly condition?: Settings;
  readonly at: GraphPoint;
}

/** Whether a document has room for more nodes and edges. */
export function hasCapacityFor(
  { structure, nodes, edges }: GraphSnapshot,
  more: { nodes: number; edges: number },
): boolean {
  const { limits } = structure;
  return nodes.size + more.nodes <= limits.nodes && edges.size + more.edges <= limits.edges;
}

/** Adds a node. Returns its id; undefined if the document is full or read-only. */
export function addNode(editing: GraphEditing, piece: NodePiece): string | undefined {
  const { doc, history, structure, isViewed = false } = editing;
  if (isViewed || !hasCapacityFor(readGraphSnapshot(doc, structure), { nodes: 1, edges: 0 })) return undefined;
  return history.act(() => createNode(doc, piece));
}

/** Adds a node within the caller's transaction. Returns its id. */
export function createNode(doc: Y.Doc, { level, kind, settings, condition, at }: NodePiece): string {
  const id = createRandomId();
  const node = new Y.Map<unknown>([
    ["level", level],
    ["kind", kind],
    ["at", clampPoint(at)],
    ["settings", toSharedMap(settings)],
  ]);
  if (condition !== undefined) node.set("condition", condition);
  getNodes(doc).set(id, node);
  return id;
}

/** Moves visible nodes to these positions. Returns false if nothing changed. */
export function moveNodes(editing: GraphEditing, positions: ReadonlyMap<string, GraphPoint>, field?: string): boolean {
  const { doc, history, structure, isViewed = false } = editing;
  const now = readGraphSnapshot(doc, structure);
  const moved = [...positions].flatMap(([id, wanted]): readonly (readonly [string, GraphPoint])[] => {
    const [at, next] = [now.nodes.get(id)?.at, clampPoint(wanted)];
    return at && (at[0] !== next[0] || at[1] !== next[1]) ? [[id, next]] : [];
  });
  if (isViewed || moved.length === 0) return false;
  history.act(() => {
    for (const [id, at] of moved) getNodes(doc).get(id)?.set("at", at);
  }, field);
  return true;
}

/**
 * Removes nodes and edges. Nodes are only marked, so that undo restores them with the edges that others have added
 * since. Returns false if none of them was visible.
 */
export function remove(editing: GraphEditing, ids: Iterable<string>): boolean {
  const { doc, history, structure, isViewed = false } = editing;
  const now = readGraphSnapshot(doc, structure);
  const all = [...ids];
  const [nodes, edges] = [all.filter((id) => now.nodes.has(id)), all.filter((id) => now.edges.has(id))];
  if (isViewed || nodes.length + edges.length === 0) return false;
  history.act(() => {
    for (const id of nodes) getNodes(doc).get(id)?.set("removed", true);
    for (const id of edges) getEdges(doc).delete(id);
  });
  return true;
}

/** Changes settings of a visible node; the others stay. Returns false if the node is gone or the document read-only. */
export function updateNode(editing: GraphEditing, id: string, changes: Settings, starts?: GroupStarts): boolean {
  const { doc, history, structure, isViewed = false } = editing;
  const node = getNodes(doc).get(id);
  if (isViewed || !node || !readGraphSnapshot(doc, structure).nodes.has(id)) return false;
  prepareGroups(getNodeSettings(node), changes, starts);
  history.act(() => mergeSettings(getNodeSettings(node), changes), buildFieldKey(id, changes));
  return true;
}
