import { nodesIn } from "../../collab/maps";
import type { Settings } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { snapshot } from "../model/snapshot";

/** Locks it against change, or lets it be changed again. */
export function setLocked({ doc, history, isViewed = false }: TreeEditing, id: string, locked: boolean): void {
  const node = nodesIn(doc).get(id);
  if (node && !isViewed) history.act(() => (locked ? node.set("locked", true) : node.delete("locked")));
}

/** Shows it to those alone whom the condition means; null shows it to all. False when it is locked or gone. */
export function setCondition(editing: TreeEditing, id: string, condition: Settings | null): boolean {
  const { doc, history, structure } = editing;
  const node = nodesIn(doc).get(id);
  if (!node || isLocked(editing, snapshot(doc, structure), id)) return false;
  history.act(() => (condition ? node.set("condition", condition) : node.delete("condition")));
  return true;
}
