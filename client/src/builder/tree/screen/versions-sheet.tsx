import { useMemo } from "react";
import type * as Y from "yjs";
import { composedKey } from "@/lib/i18n/translation";
import type { UsedDocument } from "../../collab/link/use-document";
import { DocumentVersions } from "../../screen/document-versions";
import { Surface } from "../canvas/surface";
import { useEditor } from "../editor";
import { EditorProvider } from "../editor-provider";
import { initialView } from "../registry";
import { treeStore } from "../tree-store";
import { treeVersions } from "../versions/tree-versions";

interface Props {
  readonly documentId: string;
  readonly root: string;
  /** Short sign of the root at an index, such as a letter, shown with its name. */
  readonly signOf: (index: number) => string;
  readonly used: UsedDocument;
  readonly onClose: () => void;
}

/** The version history of the document. Versions look as on the canvas. */
export function VersionsSheet({ documentId, root, signOf, used, onClose }: Props) {
  const { editing } = useEditor();
  const { structure } = editing;
  const model = useMemo(() => treeVersions(structure), [structure]);
  return (
    <DocumentVersions
      documentId={documentId}
      editing={editing}
      model={model}
      draw={(doc, compared) => <StillDocument key={compared} doc={doc} root={compared} />}
      root={root}
      signOf={signOf}
      used={used}
      onClose={onClose}
    />
  );
}

/** A state of the document, read-only. */
function StillDocument({ doc, root }: { readonly doc: Y.Doc; readonly root: string }) {
  const editor = useEditor();
  const still = useMemo(() => ({ ...editor, store: treeStore(doc, editor.registry.structure) }), [editor, doc]);
  if (!still.store.snapshot().roots.includes(root))
    return <p>{editor.t(composedKey(`${editor.registry.texts}.roots.notThere`))}</p>;
  return (
    <EditorProvider editor={still}>
      <Surface root={root} view={initialView(editor.registry)} isStill />
    </EditorProvider>
  );
}
