import type * as Y from "yjs";
import { globalsIn, nodesIn, settingsOf } from "../../collab/maps";
import { type Settings, shared } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { isLocked } from "../locks";
import { snapshot } from "../model/snapshot";

/** Changes settings of a node; those that are not named stay. False when it is locked or gone. */
export function updateSettings(editing: TreeEditing, id: string, changes: Settings): boolean {
  const { doc, history, structure } = editing;
  const node = nodesIn(doc).get(id);
  if (!node || isLocked(editing, snapshot(doc, structure), id)) return false;
  history.act(() => write(settingsOf(node), changes), fieldOf(id, changes));
  return true;
}

/** Changes settings of the whole. */
export function updateGlobals({ doc, history, isViewed = false }: TreeEditing, changes: Settings): void {
  if (isViewed) return;
  history.act(() => write(globalsIn(doc), changes), fieldOf("", changes));
}

function write(settings: Y.Map<unknown>, changes: Settings): void {
  for (const [name, value] of Object.entries(changes)) settings.set(name, shared(value));
}

function fieldOf(id: string, changes: Settings): string {
  return [id, ...Object.keys(changes)].join(" ");
}
