import type { Editing } from "../collab/editing";
import { getNodes } from "../collab/maps";
import type { Snapshot } from "./model/snapshot";
import { findBranch } from "./model/tree-positions";

/** Whether a node cannot be changed: it or an ancestor is locked, or the document is read-only. */
export function isLocked({ doc, isViewed = false }: Editing, snapshot: Snapshot, id: string): boolean {
  if (isViewed) return true;
  let here: string | undefined = id;
  while (here !== undefined && !snapshot.tree.has(here)) {
    if (getNodes(doc).get(here)?.get("locked") === true) return true;
    here = findBranch(snapshot, here)?.parent;
  }
  return false;
}
