import { type GraphEditor, portName } from "../editor";
import type { Finding } from "../model/findings";

/** Describes a problem of a node and its fix. */
export function problemText(editor: GraphEditor, { node, port, problem }: Finding): string {
  return port === undefined
    ? editor.t(`graph.findings.${problem}`)
    : editor.t("graph.findings.port", { port: portName(editor, node, port) });
}
