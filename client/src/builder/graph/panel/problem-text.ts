import { composedKey } from "@/lib/i18n/translation";
import { type GraphEditor, portName } from "../editor";
import type { GraphFinding } from "../model/findings";

/** Describes a problem of a node and its fix. */
export function problemText(editor: GraphEditor, { node, port, textKey }: GraphFinding): string {
  return editor.t(composedKey(textKey), port === undefined ? {} : { port: portName(editor, node, port) });
}
