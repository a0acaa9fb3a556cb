import { toTextKey } from "@/lib/i18n/translation";
import { type GraphEditor, getPortName } from "../editor";
import type { GraphFinding } from "../model/findings";

/** Describes a problem of a node and its fix. */
export function describeFinding(editor: GraphEditor, { node, port, textKey }: GraphFinding): string {
  return editor.t(toTextKey(textKey), port === undefined ? {} : { port: getPortName(editor, node, port) });
}
