import { getNodes } from "../../collab/maps";
import type { Settings } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { readSnapshot } from "../model/snapshot";

/** Locks a node against changes, or unlocks it. */
export function setLocked({ doc, history, isViewed = false }: TreeEditing, id: string, locked: boolean): void {
  const node = getNodes(doc).get(id);
  if (node && !isViewed) history.act(() => (locked ? node.set("locked", true) : node.delete("locked")));
}

/**
 * Shows a node only to recipients that match the condition; null shows it to everyone. Returns false if the node is
 * locked or does not exist.
 */
export function setCondition(editing: TreeEditing, id: string, condition: Settings | null): boolean {
  const { doc, history, structure } = editing;
  const node = getNodes(doc).get(id);
  if (!node || isLocked(editing, readSnapshot(doc, structure), id)) return false;
  history.act(() => (condition ? node.set("condition", condition) : node.delete("condition")));
  return true;
}
