import "@/ui/theme/overlay-styles";
import { Modal, Skeleton } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import { type ReactNode, useState } from "react";
import type * as Y from "yjs";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { useOpenModal } from "@/ui/open-modals";
import type { Editing } from "../editing";
import { ComparedVersion } from "./compared-version";
import type { VersionModel } from "./model";
import { VersionList } from "./version-list";
import classes from "./versions.module.css";
import { useVersions } from "./versions-data";

interface Props {
  readonly documentId: string;
  readonly editing: Editing;
  readonly model: VersionModel;
  /** Renders a root of a state of the document like the canvas. */
  readonly render: (doc: Y.Doc, root: string) => ReactNode;
  /** The root shown at first. The user can choose any root of both states. */
  readonly root: string;
  /** Short sign of the root at an index, such as a letter, shown with its name. */
  readonly signOf: (index: number) => string;
  /** Whether versions can be named and restored. */
  readonly mayWrite: boolean;
  /** Whether all changes are on the server. */
  readonly isSaved: boolean;
  readonly onClose: () => void;
}

/** The versions of a document by day. The chosen one is compared with the current state, and can be restored. */
export function VersionHistory({
  documentId,
  editing,
  model,
  render,
  root,
  signOf,
  mayWrite,
  isSaved,
  onClose,
}: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const { versions, failure, again, more, isFetching } = useVersions(documentId);
  const [chosenId, setChosenId] = useState<string>();
  const [compared, setCompared] = useState(root);
  const chosen = versions?.find(({ id }) => id === chosenId) ?? versions?.[0];
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={t("terms.versionHistory")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <div className={classes.history}>
        {failure && !versions ? <LoadFailed failure={failure} onRetry={again} /> : null}
        {!failure && !versions ? <Skeleton height={240} /> : null}
        {versions ? (
          <VersionList
            documentId={documentId}
            versions={versions}
            chosen={chosen?.id}
            mayWrite={mayWrite}
            isSaved={isSaved}
            more={more}
            isFetching={isFetching}
            onChoose={setChosenId}
          />
        ) : null}
        {chosen ? (
          <ComparedVersion
            key={chosen.id}
            documentId={documentId}
            version={chosen}
            editing={editing}
            model={model}
            render={render}
            root={compared}
            onRoot={setCompared}
            signOf={signOf}
            mayWrite={mayWrite}
            onClose={onClose}
          />
        ) : null}
      </div>
    </Modal>
  );
}
