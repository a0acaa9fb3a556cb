/** Functions that change settings of a node, several nodes, a root or the document. */

import type { Plain } from "../../collab/values";
import { buildGroupStarts } from "../../inspector/schema";
import { updateRoot } from "../commands/roots";
import { updateGlobals, updateSettings, updateSettingsOfAll } from "../commands/settings";
import type { Editor } from "../editor";
import type { Kind } from "../registry";

export type ChangeSetting = (name: string, value: Plain) => void;

/** Changes settings of a root that has a kind. Consecutive edits of a field are one undo step. */
export function createRootChange({ editing, registry, store }: Editor, id: string): ChangeSetting {
  return (name, value) => {
    const root = store.snapshot().rootSettings.get(id);
    const kind = registry.roots.get(root?.kind ?? "");
    if (kind) updateRoot(editing, id, { [name]: value }, buildGroupStarts(kind.schema));
  };
}

/** Changes settings of a node, or of the document if there is none. Consecutive edits of a field are one undo step. */
export function createNodeChange({ editing, registry, store }: Editor, id: string | null): ChangeSetting {
  return (name, value) => {
    if (id === null) {
      updateGlobals(editing, { [name]: value }, buildGroupStarts(registry.globals));
      return;
    }
    const kind = registry.kinds.get(store.node(id)?.kind ?? "");
    if (kind) updateSettings(editing, id, { [name]: value }, buildGroupStarts(kind.schema));
  };
}

/** Changes the same setting of several nodes of one kind. */
export function createChangeOfAll({ editing }: Editor, ids: readonly string[], { schema }: Kind): ChangeSetting {
  return (name, value) => {
    const changes = new Map(ids.map((id) => [id, { [name]: value }]));
    updateSettingsOfAll(editing, changes, buildGroupStarts(schema));
  };
}
