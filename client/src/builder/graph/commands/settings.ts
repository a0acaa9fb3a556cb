import { fieldOf } from "../../collab/field-of";
import { type GroupStarts, mergeSettings, prepareGroups } from "../../collab/groups";
import { globalsIn, nodesIn } from "../../collab/maps";
import type { Settings } from "../../collab/values";
import type { GraphEditing } from "../editing";
import { graphSnapshot } from "../model/snapshot";

/** Changes document-wide settings; the others stay. Quick changes of the same settings are one undo step. */
export function updateGlobals(
  { doc, history, isViewed = false }: GraphEditing,
  changes: Settings,
  starts?: GroupStarts,
): void {
  if (isViewed) return;
  prepareGroups(globalsIn(doc), changes, starts);
  history.act(() => mergeSettings(globalsIn(doc), changes), fieldOf("", changes));
}

/** Sets the condition of a drawn node; null removes it. Returns false if the node is gone or the document read-only. */
export function setCondition(editing: GraphEditing, id: string, condition: Settings | null): boolean {
  const { doc, history, structure, isViewed = false } = editing;
  const node = nodesIn(doc).get(id);
  if (isViewed || !node || !graphSnapshot(doc, structure).nodes.has(id)) return false;
  history.act(() => (condition ? node.set("condition", condition) : node.delete("condition")));
  return true;
}
