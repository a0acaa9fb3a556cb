import type { ComponentProps } from "react";
import type { SyncedDocument } from "../collab/sync/use-document";
import { VersionHistory } from "../collab/versions/version-history";

interface Props extends Omit<ComponentProps<typeof VersionHistory>, "mayWrite" | "isSaved"> {
  readonly used: SyncedDocument;
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
