/** A document that a person works on: what commands take. */
import type * as Y from "yjs";
import type { History } from "./history";
import { find } from "./model/places";
import { nodesIn } from "./model/records";
import type { Snapshot } from "./model/snapshot";

export interface Editing {
  readonly doc: Y.Doc;
  readonly history: History;
}

/** Whether it, or something that it lies in, was locked against change. */
export function isLocked(doc: Y.Doc, snapshot: Snapshot, id: string): boolean {
  let here: string | undefined = id;
  while (here !== undefined && !snapshot.tree.has(here)) {
    if (nodesIn(doc).get(here)?.get("locked") === true) return true;
    here = find(snapshot, here)?.parent;
  }
  return false;
}
