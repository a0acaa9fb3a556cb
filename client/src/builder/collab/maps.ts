/** The maps of an editor's document, as they lie in Yjs. */
import type * as Y from "yjs";

/** The maps of a document whose editor declares no others. */
export const DOCUMENT_MAPS: readonly string[] = ["nodes", "roots", "settings"];

export type NodeMap = Y.Map<unknown>;

/** The nodes of a document by id. */
export function nodesIn(doc: Y.Doc): Y.Map<NodeMap> {
  return doc.getMap("nodes");
}

/** The roots of a document by id. */
export function rootsIn(doc: Y.Doc): Y.Map<Y.Map<unknown>> {
  return doc.getMap("roots");
}

/** The settings of the whole document. */
export function globalsIn(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap("settings");
}

/** The settings of one node; a map that hangs in the document. */
export function settingsOf(node: NodeMap): Y.Map<unknown> {
  return node.get("settings") as Y.Map<unknown>;
}
