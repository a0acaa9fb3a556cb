import type { Editing } from "../collab/editing";
import type { TreeStructure } from "./model/structure";

/** An editable document whose nodes form a tree: the first argument of all commands. */
export interface TreeEditing extends Editing {
  readonly structure: TreeStructure;
}
