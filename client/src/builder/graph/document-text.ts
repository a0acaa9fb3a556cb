import type * as Y from "yjs";
import { textsIn } from "../inspector/document-texts";
import { graphStore } from "./graph-store";
import { inReadingOrder } from "./model/paths";
import type { GraphRegistry } from "./registry";

/** The plain text of a document: its nodes in reading order, then the document-wide settings. */
export function textOfDocument(doc: Y.Doc, { globalFields, kinds, structure }: GraphRegistry): string {
  const store = graphStore(doc, structure);
  const { nodes } = store.snapshot();
  const steps = inReadingOrder(nodes).flatMap((id) =>
    textsIn(kinds.get(nodes.get(id)?.kind ?? "")?.fields ?? [], store.node(id)?.settings ?? {}),
  );
  return [...steps, ...textsIn(globalFields, store.globals())].join("\n\n");
}
