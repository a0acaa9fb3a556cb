import { useMemo } from "react";
import type * as Y from "yjs";
import { toTextKey } from "@/lib/i18n/translation";
import type { SyncedDocument } from "../../collab/sync/use-document";
import { DocumentVersions } from "../../screen/document-versions";
import { Surface } from "../canvas/surface";
import { useEditor } from "../editor";
import { EditorProvider } from "../editor-provider";
import { getInitialView } from "../registry";
import { createTreeStore } from "../tree-store";
import { createTreeVersionModel } from "../versions/tree-versions";

interface Props {
  readonly documentId: string;
  readonly root: string;
  /** Short sign of the root at an index, such as a letter, shown with its name. */
  readonly signOf: (index: number) => string;
  readonly used: SyncedDocument;
  readonly onClose: () => void;
}

/** The version history of the document. Versions look as on the canvas. */
export function VersionsSheet({ documentId, root, signOf, used, onClose }: Props) {
  const { editing } = useEditor();
  const { structure } = editing;
  const model = useMemo(() => createTreeVersionModel(structure), [structure]);
  return (
    <DocumentVersions
      documentId={documentId}
      editing={editing}
      model={model}
      render={(doc, compared) => <ReadOnlyDocument key={compared} doc={doc} root={compared} />}
      root={root}
      signOf={signOf}
      used={used}
      onClose={onClose}
    />
  );
}

/** A state of the document, read-only. */
function ReadOnlyDocument({ doc, root }: { readonly doc: Y.Doc; readonly root: string }) {
  const editor = useEditor();
  const still = useMemo(() => ({ ...editor, store: createTreeStore(doc, editor.registry.structure) }), [editor, doc]);
  if (!still.store.snapshot().roots.includes(root))
    return <p>{editor.t(toTextKey(`${editor.registry.texts}.roots.notThere`))}</p>;
  return (
    <EditorProvider editor={still}>
      <Surface root={root} view={getInitialView(editor.registry)} isStill />
    </EditorProvider>
  );
}
