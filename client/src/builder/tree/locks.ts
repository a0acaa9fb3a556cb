import type { Editing } from "../collab/editing";
import { nodesIn } from "../collab/maps";
import { find } from "./model/places";
import type { Snapshot } from "./model/snapshot";

/** Whether a node cannot be changed: it or an ancestor is locked, or the document is read-only. */
export function isLocked({ doc, isViewed = false }: Editing, snapshot: Snapshot, id: string): boolean {
  if (isViewed) return true;
  let here: string | undefined = id;
  while (here !== undefined && !snapshot.tree.has(here)) {
    if (nodesIn(doc).get(here)?.get("locked") === true) return true;
    here = find(snapshot, here)?.parent;
  }
  return false;
}
