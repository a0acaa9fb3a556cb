import type { Editing } from "../collab/editing";
import type { Structure } from "./model/structure";

/** A document whose nodes make a tree, as a person works on it: what commands take. */
export interface TreeEditing extends Editing {
  readonly structure: Structure;
}
