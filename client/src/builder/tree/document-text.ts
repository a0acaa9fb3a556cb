import type * as Y from "yjs";
import { textsIn } from "../inspector/document-texts";
import { walk } from "./model/places";
import type { EditorRegistry } from "./registry";
import { treeStore } from "./tree-store";

/**
 * The plain text of a document: its blocks in reading order, then the document-wide settings. Merge tags become “…”.
 */
export function textOfDocument(doc: Y.Doc, registry: EditorRegistry): string {
  const store = treeStore(doc, registry.structure);
  const blocks = [...walk(store.snapshot())].flatMap(({ branch }) =>
    textsIn(registry.kinds.get(branch.kind)?.fields ?? [], store.node(branch.id)?.settings ?? {}),
  );
  const whole = textsIn(registry.globalFields, store.globals());
  return [...blocks, ...whole].join("\n\n");
}
