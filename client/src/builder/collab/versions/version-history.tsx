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
import { useVersionActs, useVersions } from "./versions-data";

interface Props {
  readonly documentId: string;
  readonly editing: Editing;
  readonly model: VersionModel;
  /** Draws a root of a state of the document as the canvas does. */
  readonly draw: (doc: Y.Doc, root: string) => ReactNode;
  /** The root that is looked at; any other that either state has can be chosen. */
  readonly root: string;
  /** By what a root is told from its like, whatever its name. */
  readonly signOf: (index: number) => string;
  /** Whether the document may be written now: versions are named, and brought back. */
  readonly mayWrite: boolean;
  /** Whether all that was written is on the server. */
  readonly isSaved: boolean;
  readonly onClose: () => void;
}

/** The versions of a document by days; one of them beside the state of now, to be compared and brought back. */
export function VersionHistory({ documentId, editing, model, draw, root, signOf, mayWrite, isSaved, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const { versions, failure, again, more, isFetching } = useVersions(documentId);
  const acts = useVersionActs(documentId);
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
            versions={versions}
            chosen={chosen?.id}
            acts={acts}
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
            draw={draw}
            root={compared}
            onRoot={setCompared}
            signOf={signOf}
            mayWrite={mayWrite}
            acts={acts}
            onClose={onClose}
          />
        ) : null}
      </div>
    </Modal>
  );
}
