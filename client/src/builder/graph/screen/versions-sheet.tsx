import { useMemo } from "react";
import type { UsedDocument } from "../../collab/link/use-document";
import { DocumentVersions } from "../../screen/document-versions";
import { StillGraph } from "../canvas/still-graph";
import { useGraphEditor } from "../editor";
import { graphVersions } from "../versions/graph-versions";

interface Props {
  readonly documentId: string;
  readonly used: UsedDocument;
  readonly onClose: () => void;
}

/** The version history of a graph document. */
export function VersionsSheet({ documentId, used, onClose }: Props) {
  const { editing } = useGraphEditor();
  const { structure } = editing;
  const model = useMemo(() => graphVersions(structure), [structure]);
  return (
    <DocumentVersions
      documentId={documentId}
      editing={editing}
      model={model}
      draw={(doc) => <StillGraph doc={doc} />}
      root=""
      signOf={String}
      used={used}
      onClose={onClose}
    />
  );
}
