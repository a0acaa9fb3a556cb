import { fieldOf } from "../../collab/field-of";
import { type GroupStarts, mergeSettings, prepareGroups } from "../../collab/groups";
import { globalsIn, nodesIn, settingsOf } from "../../collab/maps";
import type { Settings } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { snapshot } from "../model/snapshot";

/**
 * Changes the named settings of a node, and the named parts of groups. Returns false if the node is locked or does not
 * exist.
 */
export function updateSettings(editing: TreeEditing, id: string, changes: Settings, starts?: GroupStarts): boolean {
  return updateSettingsOfAll(editing, new Map([[id, changes]]), starts);
}

/** Changes settings of several nodes by id. Returns false, and changes nothing, if one is locked or does not exist. */
export function updateSettingsOfAll(
  editing: TreeEditing,
  changes: ReadonlyMap<string, Settings>,
  starts?: GroupStarts,
): boolean {
  const { doc, history, structure } = editing;
  const now = snapshot(doc, structure);
  const all = nodesIn(doc);
  const ids = [...changes.keys()];
  if (ids.some((id) => !all.has(id) || isLocked(editing, now, id))) return false;
  const field = [...changes].map(([id, change]) => fieldOf(id, change)).join(" ");
  const maps = [...changes].flatMap(([id, change]) => {
    const node = all.get(id);
    return node ? [[settingsOf(node), change] as const] : [];
  });
  for (const [settings, change] of maps) prepareGroups(settings, change, starts);
  history.act(() => {
    for (const [settings, change] of maps) mergeSettings(settings, change);
  }, field);
  return true;
}

/** Changes document-wide settings. */
export function updateGlobals(
  { doc, history, isViewed = false }: TreeEditing,
  changes: Settings,
  starts?: GroupStarts,
): void {
  if (isViewed) return;
  prepareGroups(globalsIn(doc), changes, starts);
  history.act(() => mergeSettings(globalsIn(doc), changes), fieldOf("", changes));
}
