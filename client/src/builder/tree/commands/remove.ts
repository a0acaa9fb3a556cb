import { getNodes } from "../../collab/maps";
import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { REMOVED } from "../model/records";
import { readSnapshot } from "../model/snapshot";
import { findBranch } from "../model/tree-positions";

/** Deletes a node with all nodes inside it; undo restores them. Returns false if it is locked or does not exist. */
export function remove(editing: TreeEditing, id: string): boolean {
  const { doc, history, structure } = editing;
  const now = readSnapshot(doc, structure);
  const found = findBranch(now, id);
  const at = now.nodes.get(id)?.at;
  if (!found || !at || isLocked(editing, now, id)) return false;
  history.act(() => getNodes(doc).get(id)?.set("at", [REMOVED, at[1], found.root]));
  return true;
}
