import { useMemo } from "react";
import type * as Y from "yjs";
import type { UsedDocument } from "@/builder/collab/link/use-document";
import { VersionHistory } from "@/builder/collab/versions/version-history";
import { Surface } from "@/builder/tree/canvas/surface";
import { useEditor } from "@/builder/tree/editor";
import { EditorProvider } from "@/builder/tree/editor-provider";
import type { View } from "@/builder/tree/registry";
import { treeStore } from "@/builder/tree/tree-store";
import { treeVersions } from "@/builder/tree/versions/tree-versions";
import { letterOf } from "@/features/campaigns/public";

interface Props {
  readonly documentId: string;
  readonly root: string;
  readonly used: UsedDocument;
  readonly onClose: () => void;
}

const VIEW: View = { device: "desktop", scheme: "light" };

/** The versions of the mail, each drawn as the canvas draws it. */
export function VersionsSheet({ documentId, root, used, onClose }: Props) {
  const { editing } = useEditor();
  const { structure } = editing;
  const model = useMemo(() => treeVersions(structure), [structure]);
  return (
    <VersionHistory
      documentId={documentId}
      editing={editing}
      model={model}
      draw={(doc, compared) => <StillMail key={compared} doc={doc} root={compared} />}
      root={root}
      signOf={letterOf}
      mayWrite={!editing.isViewed && (used.state === "ready" || used.state === "offline")}
      isSaved={used.saved === "saved"}
      onClose={onClose}
    />
  );
}

/** A state of the mail, to be looked at. */
function StillMail({ doc, root }: { readonly doc: Y.Doc; readonly root: string }) {
  const editor = useEditor();
  const still = useMemo(() => ({ ...editor, store: treeStore(doc, editor.registry.structure) }), [editor, doc]);
  if (!still.store.snapshot().roots.includes(root)) return <p>{editor.t("editor.roots.notThere")}</p>;
  return (
    <EditorProvider editor={still}>
      <Surface root={root} view={VIEW} isStill />
    </EditorProvider>
  );
}
