/** The Yjs maps of an editor's document. */
import type * as Y from "yjs";

/** The maps of a document whose editor declares no others. */
export const DOCUMENT_MAPS: readonly string[] = ["nodes", "roots", "settings"];

export type NodeMap = Y.Map<unknown>;

/** The nodes of a document by id. */
export function getNodes(doc: Y.Doc): Y.Map<NodeMap> {
  return doc.getMap("nodes");
}

/** The roots of a document by id. */
export function getRoots(doc: Y.Doc): Y.Map<Y.Map<unknown>> {
  return doc.getMap("roots");
}

/** The document-wide settings. */
export function getGlobals(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap("settings");
}

/** The settings of a node, as the map in the document. */
export function getNodeSettings(node: NodeMap): Y.Map<unknown> {
  return node.get("settings") as Y.Map<unknown>;
}
