import { fieldOf } from "../../collab/field-of";
import { globalsIn, nodesIn, settingsOf } from "../../collab/maps";
import { mergeSettings, type Settings } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { snapshot } from "../model/snapshot";

/** Changes settings of a node; those that are not named stay, in groups too. False when it is locked or gone. */
export function updateSettings(editing: TreeEditing, id: string, changes: Settings): boolean {
  return updateSettingsOfAll(editing, new Map([[id, changes]]));
}

/** Changes settings of several nodes by id. False, and nothing has changed, if one of them is locked or gone. */
export function updateSettingsOfAll(editing: TreeEditing, changes: ReadonlyMap<string, Settings>): boolean {
  const { doc, history, structure } = editing;
  const now = snapshot(doc, structure);
  const all = nodesIn(doc);
  const ids = [...changes.keys()];
  if (ids.some((id) => !all.has(id) || isLocked(editing, now, id))) return false;
  const field = [...changes].map(([id, change]) => fieldOf(id, change)).join(" ");
  history.act(() => {
    for (const [id, change] of changes) {
      const node = all.get(id);
      if (node) mergeSettings(settingsOf(node), change);
    }
  }, field);
  return true;
}

/** Changes settings of the whole. */
export function updateGlobals({ doc, history, isViewed = false }: TreeEditing, changes: Settings): void {
  if (isViewed) return;
  history.act(() => mergeSettings(globalsIn(doc), changes), fieldOf("", changes));
}
