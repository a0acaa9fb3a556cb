import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { instantiatePiece, readPiece } from "../model/pieces";
import { readSnapshot } from "../model/snapshot";
import { buildNodePosition, computeExtent, findBranch, getTreePosition, hasCapacityFor } from "../model/tree-positions";

interface Options {
  /** The sibling after which the copy goes; the node itself if absent. */
  readonly after?: string | undefined;
  /** New ids of several copied nodes that refer to each other, by their own. */
  readonly ids?: ReadonlyMap<string, string>;
}

/** Copies a node and returns the id of the copy; undefined if it is gone, its parent locked, or the document full. */
export function duplicate(editing: TreeEditing, id: string, { after = id, ids }: Options = {}): string | undefined {
  const { doc, history, structure } = editing;
  const now = readSnapshot(doc, structure);
  const found = findBranch(now, id);
  const sibling = findBranch(now, after);
  if (!found || sibling?.parent !== found.parent || isLocked(editing, now, found.parent)) return undefined;
  const { locked: _locked, ...piece } = readPiece(doc, found.branch);
  if (!hasCapacityFor(now, computeExtent(piece).count)) return undefined;
  return history.act(() =>
    instantiatePiece(
      doc,
      piece,
      buildNodePosition(now, { ...getTreePosition(sibling), index: sibling.index + 1 }),
      ids,
    ),
  );
}
