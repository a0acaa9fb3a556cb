import type * as Y from "yjs";
import { listTexts } from "../inspector/setting-texts";
import { iterateBranches } from "./model/tree-positions";
import type { EditorRegistry } from "./registry";
import { createTreeStore } from "./tree-store";

/**
 * The plain text of a document: its blocks in reading order, then the document-wide settings. Merge tags become “…”.
 */
export function extractDocumentText(doc: Y.Doc, registry: EditorRegistry): string {
  const store = createTreeStore(doc, registry.structure);
  const blocks = [...iterateBranches(store.snapshot())].flatMap(({ branch }) =>
    listTexts(registry.kinds.get(branch.kind)?.fields ?? [], store.node(branch.id)?.settings ?? {}),
  );
  const whole = listTexts(registry.globalFields, store.globals());
  return [...blocks, ...whole].join("\n\n");
}
