import { getNodes } from "../../collab/maps";
import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { readSnapshot } from "../model/snapshot";
import { buildNodePosition, canInsert, findBranch, type TreePosition } from "../model/tree-positions";

/** Moves a node. Returns false, and changes nothing, if the position is locked or unsuitable. */
export function move(editing: TreeEditing, id: string, place: TreePosition): boolean {
  const { doc, history, structure } = editing;
  const now = readSnapshot(doc, structure);
  const found = findBranch(now, id);
  if (!found || !canInsert(now, found.branch, place)) return false;
  if (isLocked(editing, now, id) || isLocked(editing, now, place.parent)) return false;
  history.act(() =>
    getNodes(doc)
      .get(id)
      ?.set("at", buildNodePosition(now, place, id)),
  );
  return true;
}
