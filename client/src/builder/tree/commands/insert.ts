import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { instantiatePiece, type Piece } from "../model/pieces";
import { readSnapshot } from "../model/snapshot";
import {
  buildNodePosition,
  canInsert,
  computeExtent,
  hasCapacityFor,
  type TreePosition,
} from "../model/tree-positions";

/**
 * Inserts a piece. Returns its new id; undefined if the position is locked or unsuitable, or the document is full.
 * `ids` contains the new ids of several pieces that refer to each other, by their origins.
 */
export function insert(
  editing: TreeEditing,
  piece: Piece,
  place: TreePosition,
  ids?: ReadonlyMap<string, string>,
): string | undefined {
  const { doc, history, structure } = editing;
  const now = readSnapshot(doc, structure);
  if (isLocked(editing, now, place.parent) || !canInsert(now, piece, place)) return undefined;
  if (!hasCapacityFor(now, computeExtent(piece).count)) return undefined;
  return history.act(() => instantiatePiece(doc, piece, buildNodePosition(now, place), ids));
}
