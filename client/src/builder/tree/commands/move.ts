import { nodesIn } from "../../collab/maps";
import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { atOf, find, fits, type Place } from "../model/places";
import { snapshot } from "../model/snapshot";

/** Moves a node. Returns false, and changes nothing, if the position is locked or unsuitable. */
export function move(editing: TreeEditing, id: string, place: Place): boolean {
  const { doc, history, structure } = editing;
  const now = snapshot(doc, structure);
  const found = find(now, id);
  if (!found || !fits(now, found.branch, place)) return false;
  if (isLocked(editing, now, id) || isLocked(editing, now, place.parent)) return false;
  history.act(() =>
    nodesIn(doc)
      .get(id)
      ?.set("at", atOf(now, place, id)),
  );
  return true;
}
