import { buildFieldKey } from "../../collab/field-key";
import { type GroupStarts, mergeSettings, prepareGroups, prepareGroupsOfAll } from "../../collab/groups";
import { getGlobals, getNodeSettings, getNodes } from "../../collab/maps";
import type { Settings } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { readSnapshot } from "../model/snapshot";

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
  const now = readSnapshot(doc, structure);
  const all = getNodes(doc);
  const ids = [...changes.keys()];
  if (ids.some((id) => !all.has(id) || isLocked(editing, now, id))) return false;
  const field = [...changes].map(([id, change]) => buildFieldKey(id, change)).join(" ");
  const maps = [...changes].flatMap(([id, change]) => {
    const node = all.get(id);
    return node ? [[getNodeSettings(node), change] as const] : [];
  });
  prepareGroupsOfAll(maps, starts);
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
  prepareGroups(getGlobals(doc), changes, starts);
  history.act(() => mergeSettings(getGlobals(doc), changes), buildFieldKey("", changes));
}
