import type { Editing } from "../../collab/editing";
import { isLocked } from "../locks";
import { pieceOf, plant } from "../model/pieces";
import { atOf, find } from "../model/places";
import { snapshot } from "../model/snapshot";

/** Puts a copy right after it; answers the id of the copy. */
export function duplicate(editing: Editing, id: string): string | undefined {
  const { doc, history } = editing;
  const now = snapshot(doc);
  const found = find(now, id);
  if (!found || isLocked(editing, now, found.parent)) return undefined;
  const { locked: _locked, ...piece } = pieceOf(doc, found.branch);
  return history.act(() => plant(doc, piece, atOf(now, { parent: found.parent, index: found.index + 1 })));
}
