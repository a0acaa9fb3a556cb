import { buildFieldKey } from "../../collab/field-key";
import { type GroupStarts, mergeSettings, prepareGroups } from "../../collab/groups";
import { getGlobals, getNodes } from "../../collab/maps";
import type { Settings } from "../../collab/values";
import type { GraphEditing } from "../editing";
import { readGraphSnapshot } from "../model/snapshot";

/** Changes document-wide settings; the others stay. Quick changes of the same settings are one undo step. */
export function updateGlobals(
  { doc, history, isViewed = false }: GraphEditing,
  changes: Settings,
  starts?: GroupStarts,
): void {
  if (isViewed) return;
  prepareGroups(getGlobals(doc), changes, starts);
  history.act(() => mergeSettings(getGlobals(doc), changes), buildFieldKey("", changes));
}

/** Sets the condition of a visible node; null removes it. Returns false if the node is gone or the document read-only. */
export function setCondition(editing: GraphEditing, id: string, condition: Settings | null): boolean {
  const { doc, history, structure, isViewed = false } = editing;
  const node = getNodes(doc).get(id);
  if (isViewed || !node || !readGraphSnapshot(doc, structure).nodes.has(id)) return false;
  history.act(() => (condition ? node.set("condition", condition) : node.delete("condition")));
  return true;
}
