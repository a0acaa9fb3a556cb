import { globalsIn } from "../../collab/maps";
import { mergeSettings, type Settings } from "../../collab/values";
import type { GraphEditing } from "../editing";

/** Changes document-wide settings; the others stay. Quick changes of the same settings are one undo step. */
export function updateGlobals({ doc, history, isViewed = false }: GraphEditing, changes: Settings): void {
  if (isViewed) return;
  history.act(() => mergeSettings(globalsIn(doc), changes), ["", ...Object.keys(changes)].join(" "));
}
