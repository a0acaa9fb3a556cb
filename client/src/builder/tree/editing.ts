/** A document that a person works on: what commands take. */
import type * as Y from "yjs";
import type { History } from "../collab/history";
import { find } from "./model/places";
import { nodesIn } from "./model/records";
import type { Snapshot } from "./model/snapshot";

export interface Editing {
  readonly doc: Y.Doc;
  readonly history: History;
  /** Read-only, for lack of permission or while the saved version is restored: no command changes anything. */
  readonly isViewed?: boolean;
}

/** Whether it can't be changed here: it, or something that it lies in, was locked, or all of it is looked at alone. */
export function isLocked({ doc, isViewed = false }: Editing, snapshot: Snapshot, id: string): boolean {
  if (isViewed) return true;
  let here: string | undefined = id;
  while (here !== undefined && !snapshot.tree.has(here)) {
    if (nodesIn(doc).get(here)?.get("locked") === true) return true;
    here = find(snapshot, here)?.parent;
  }
  return false;
}
