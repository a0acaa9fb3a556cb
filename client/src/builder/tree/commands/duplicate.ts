import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { pieceOf, plant } from "../model/pieces";
import { atOf, extentOf, find, hasRoomFor, placeOf } from "../model/places";
import { snapshot } from "../model/snapshot";

/** Puts a copy right after it; answers the id of the copy. */
export function duplicate(editing: TreeEditing, id: string): string | undefined {
  const { doc, history, structure } = editing;
  const now = snapshot(doc, structure);
  const found = find(now, id);
  if (!found || isLocked(editing, now, found.parent)) return undefined;
  const { locked: _locked, ...piece } = pieceOf(doc, found.branch);
  if (!hasRoomFor(now, extentOf(piece).count)) return undefined;
  return history.act(() => plant(doc, piece, atOf(now, { ...placeOf(found), index: found.index + 1 })));
}
