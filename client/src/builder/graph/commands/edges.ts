/** Commands on edges. Each is one undo step, and none changes a read-only document. */
import { createRandomId } from "@/lib/api/ids";
import type { GraphEditing } from "../editing";
import { type Edge, getEdges } from "../model/records";
import { findConflict } from "../model/rules";
import { readGraphSnapshot } from "../model/snapshot";
import { hasCapacityFor } from "./nodes";

/**
 * Connects two ports. Returns the edge's id; undefined if the edge is invalid, or the document is full or read-only.
 */
export function connect(editing: GraphEditing, edge: Edge): string | undefined {
  const { doc, history, structure, isViewed = false } = editing;
  const now = readGraphSnapshot(doc, structure);
  if (isViewed || findConflict(now, edge) || !hasCapacityFor(now, { nodes: 0, edges: 1 })) return undefined;
  const id = createRandomId();
  history.act(() => getEdges(doc).set(id, edge));
  return id;
}

/** Gives an edge other ends. Returns false if they are invalid, the edge is gone, or the document is read-only. */
export function reconnect(editing: GraphEditing, id: string, edge: Edge): boolean {
  const { doc, history, structure, isViewed = false } = editing;
  const now = readGraphSnapshot(doc, structure);
  if (isViewed || !now.edges.has(id) || findConflict(now, edge, id)) return false;
  history.act(() => getEdges(doc).set(id, edge));
  return true;
}
