import type { Editing } from "../collab/editing";
import type { GraphStructure } from "./model/structure";

/** An editable document whose nodes form a graph: the first argument of all commands. */
export interface GraphEditing extends Editing {
  readonly structure: GraphStructure;
}
