import type * as Y from "yjs";
import { listTexts } from "../inspector/setting-texts";
import { createGraphStore } from "./graph-store";
import { sortInReadingOrder } from "./model/paths";
import type { GraphRegistry } from "./registry";

/** The plain text of a document: its nodes in reading order, then the document-wide settings. */
export function extractDocumentText(doc: Y.Doc, { globalFields, kinds, structure }: GraphRegistry): string {
  const store = createGraphStore(doc, structure);
  const { nodes } = store.snapshot();
  const steps = sortInReadingOrder(nodes).flatMap((id) =>
    listTexts(kinds.get(nodes.get(id)?.kind ?? "")?.fields ?? [], store.node(id)?.settings ?? {}),
  );
  return [...steps, ...listTexts(globalFields, store.globals())].join("\n\n");
}
