import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { pieceOf, plant } from "../model/pieces";
import { atOf, extentOf, find, hasRoomFor, placeOf } from "../model/places";
import { snapshot } from "../model/snapshot";

interface Options {
  /** The sibling after which the copy goes; the node itself if absent. */
  readonly after?: string | undefined;
  /** New ids of several copied nodes that refer to each other, by their own. */
  readonly ids?: ReadonlyMap<string, string>;
}

/** Copies a node and returns the id of the copy; undefined if it is gone, its parent locked, or the document full. */
export function duplicate(editing: TreeEditing, id: string, { after = id, ids }: Options = {}): string | undefined {
  const { doc, history, structure } = editing;
  const now = snapshot(doc, structure);
  const found = find(now, id);
  const sibling = find(now, after);
  if (!found || sibling?.parent !== found.parent || isLocked(editing, now, found.parent)) return undefined;
  const { locked: _locked, ...piece } = pieceOf(doc, found.branch);
  if (!hasRoomFor(now, extentOf(piece).count)) return undefined;
  return history.act(() => plant(doc, piece, atOf(now, { ...placeOf(sibling), index: sibling.index + 1 }), ids));
}
