/** Where a setting is read and written: of a node, or of the whole. */

import type { Plain } from "../../collab/values";
import { completeChange } from "../../inspector/schema";
import { updateRoot } from "../commands/roots";
import { updateGlobals, updateSettings, updateSettingsOfAll } from "../commands/settings";
import type { Editor } from "../editor";

export type Change = (name: string, value: Plain) => void;

/** Changes settings of a root that has a kind. Consecutive edits of a field are one undo step. */
export function rootChangeOf({ editing, registry, store }: Editor, id: string): Change {
  return (name, value) => {
    const root = store.snapshot().rootSettings.get(id);
    const kind = registry.roots.get(root?.kind ?? "");
    if (root && kind) updateRoot(editing, id, completeChange(kind.schema, root.settings, { [name]: value }));
  };
}

/** Changes settings of a node, or of the document if there is none. Consecutive edits of a field are one undo step. */
export function changeOf({ editing, registry, store }: Editor, id: string | null): Change {
  return (name, value) => {
    if (id === null) {
      updateGlobals(editing, completeChange(registry.globals, store.globals(), { [name]: value }));
      return;
    }
    const node = store.node(id);
    const kind = registry.kinds.get(node?.kind ?? "");
    if (node && kind) updateSettings(editing, id, completeChange(kind.schema, node.settings, { [name]: value }));
  };
}

/** Changes the same setting of several nodes. */
export function changeOfAll({ editing, registry, store }: Editor, ids: readonly string[]): Change {
  return (name, value) => {
    const changes = ids.flatMap((id) => {
      const node = store.node(id);
      const kind = registry.kinds.get(node?.kind ?? "");
      return node && kind ? [[id, completeChange(kind.schema, node.settings, { [name]: value })] as const] : [];
    });
    if (changes.length === ids.length) updateSettingsOfAll(editing, new Map(changes));
  };
}
