import { useMemo } from "react";
import type { SyncedDocument } from "../../collab/sync/use-document";
import { DocumentVersions } from "../../screen/document-versions";
import { ReadOnlyGraph } from "../canvas/read-only-graph";
import { useGraphEditor } from "../editor";
import { createGraphVersionModel } from "../versions/graph-versions";

interface Props {
  readonly documentId: string;
  readonly used: SyncedDocument;
  readonly onClose: () => void;
}

/** The version history of a graph document. */
export function VersionsSheet({ documentId, used, onClose }: Props) {
  const { editing } = useGraphEditor();
  const { structure } = editing;
  const model = useMemo(() => createGraphVersionModel(structure), [structure]);
  return (
    <DocumentVersions
      documentId={documentId}
      editing={editing}
      model={model}
      render={(doc) => <ReadOnlyGraph doc={doc} />}
      root=""
      signOf={String}
      used={used}
      onClose={onClose}
    />
  );
}
