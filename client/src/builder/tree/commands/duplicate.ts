import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { pieceOf, plant } from "../model/pieces";
import { atOf, extentOf, find, hasRoomFor, placeOf } from "../model/places";
import { snapshot } from "../model/snapshot";

/** Puts a copy of a node right after a sibling, by default after the node itself; answers the id of the copy. */
export function duplicate(editing: TreeEditing, id: string, after = id): string | undefined {
  const { doc, history, structure } = editing;
  const now = snapshot(doc, structure);
  const found = find(now, id);
  const sibling = find(now, after);
  if (!found || sibling?.parent !== found.parent || isLocked(editing, now, found.parent)) return undefined;
  const { locked: _locked, ...piece } = pieceOf(doc, found.branch);
  if (!hasRoomFor(now, extentOf(piece).count)) return undefined;
  return history.act(() => plant(doc, piece, atOf(now, { ...placeOf(sibling), index: sibling.index + 1 })));
}
