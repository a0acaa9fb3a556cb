import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { type Piece, plant } from "../model/pieces";
import { atOf, extentOf, fits, hasRoomFor, type Place } from "../model/places";
import { snapshot } from "../model/snapshot";

/**
 * Inserts a piece. Returns its new id; undefined if the position is locked or unsuitable, or the document is full.
 * `ids` contains the new ids of several pieces that refer to each other, by their origins.
 */
export function insert(
  editing: TreeEditing,
  piece: Piece,
  place: Place,
  ids?: ReadonlyMap<string, string>,
): string | undefined {
  const { doc, history, structure } = editing;
  const now = snapshot(doc, structure);
  if (isLocked(editing, now, place.parent) || !fits(now, piece, place)) return undefined;
  if (!hasRoomFor(now, extentOf(piece).count)) return undefined;
  return history.act(() => plant(doc, piece, atOf(now, place), ids));
}
