/** Where a setting is read and written: of a node, or of the whole. */

import type { Plain } from "../../collab/values";
import { updateGlobals, updateSettings } from "../commands/settings";
import type { Editor } from "../editor";

export type Change = (name: string, value: Plain) => void;

/** Changes settings of a node; of the whole where there is none. Edits of one field in a row are one step of undo. */
export function changeOf({ editing }: Editor, id: string | null): Change {
  return (name, value) => {
    if (id === null) updateGlobals(editing, { [name]: value });
    else updateSettings(editing, id, { [name]: value });
  };
}
