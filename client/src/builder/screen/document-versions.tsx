import type { ComponentProps } from "react";
import type { UsedDocument } from "../collab/link/use-document";
import { VersionHistory } from "../collab/versions/version-history";

interface Props extends Omit<ComponentProps<typeof VersionHistory>, "mayWrite" | "isSaved"> {
  readonly used: UsedDocument;
}

/** The version history of a document. It can be changed unless the document is read-only or still loading. */
export function DocumentVersions({ used, ...history }: Props) {
  const { isViewed = false } = history.editing;
  return (
    <VersionHistory
      {...history}
      mayWrite={!isViewed && (used.state === "ready" || used.state === "offline")}
      isSaved={used.saved === "saved"}
    />
  );
}
