import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import type * as Y from "yjs";
import { formatDateTime } from "@/lib/dates";
import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { LoadFailed } from "@/ui/components/load-failed";
import { Segmented } from "@/ui/components/segmented";
import type { Editing } from "../editing";
import { showUndoToast } from "../undo-toast";
import { DocumentPreview } from "./document-preview";
import type { VersionChange, VersionModel } from "./model";
import { RenameForm } from "./rename-form";
import classes from "./versions.module.css";
import { useDeleteVersion, useVersionDocument, type Version } from "./versions-data";

const CHANGES_BEFORE: readonly VersionChange[] = ["removed", "changed"];
const CHANGES_AFTER: readonly VersionChange[] = ["added", "changed"];

interface Props {
  readonly documentId: string;
  readonly editing: Editing;
  readonly model: VersionModel;
  readonly render: (doc: Y.Doc, root: string) => ReactNode;
  /** The root that is compared. */
  readonly root: string;
  readonly onRoot: (root: string) => void;
  readonly signOf: (index: number) => string;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
  readonly version: Version;
}

/** One version beside the current state, with its actions. */
export function ComparedVersion({ documentId, version, editing, model, render, mayWrite, ...rest }: Props) {
  const { root, onRoot, signOf, onClose } = rest;
  const { t } = useTranslation();
  const [isRenaming, setRenaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const remove = useDeleteVersion(documentId, version.id);
  const { doc, failure, again } = useVersionDocument(documentId, version.id);
  // Compared once: later changes of the current document do not count.
  const changes = useMemo(() => doc && model.changesBetween(doc, editing.doc), [doc, editing.doc, model]);
  const words = useCallback((change: VersionChange) => t(`collab.versions.changes.${change}`), [t]);
  const roots = useMemo(() => (doc ? model.rootsOfBoth(doc, editing.doc) : []), [doc, editing.doc, model]);
  const when = formatDateTime(version.createdAt);
  const isSame = changes?.nodes.size === 0 && !changes.isWhole;

  function bringBack(): void {
    if (!doc || !model.restore(editing, doc)) return;
    const { history } = editing;
    showUndoToast(history, {
      message: t("collab.versions.restored", { when }),
      label: t("words.undo"),
      undo: () => history.undo(),
    });
    onClose();
  }

  return (
    <Stack gap="md" mih={0}>
      <Group gap="md" justify="space-between" wrap="nowrap" flex="none">
        {isRenaming ? (
          <RenameForm documentId={documentId} version={version} onClose={() => setRenaming(false)} />
        ) : (
          <>
            <div>
              <Text component="h2" size="lg" fw={600}>
                {version.name || when}
              </Text>
              <Text size="xs" c="var(--text2)">
                {changes ? describeChanges(t, changes.nodes, changes.isWhole) : null}
              </Text>
            </div>
            {mayWrite ? (
              <Group gap="xs" wrap="nowrap" flex="none">
                <Button onClick={() => setRenaming(true)}>
                  {t(version.name ? "terms.rename" : "collab.versions.giveName")}
                </Button>
                {version.frozen || version.automatic ? null : (
                  <Button onClick={() => setRemoving(true)}>{t("collab.versions.remove")}</Button>
                )}
                <Button variant="filled" disabled={!doc || isSame} onClick={bringBack}>
                  {t("collab.versions.restore")}
                </Button>
              </Group>
            ) : null}
          </>
        )}
      </Group>
      {roots.length > 1 ? (
        <Segmented
          label={t("terms.variant")}
          value={root}
          options={roots.map(({ id, index, name, isGone }) => {
            const label = name ? `${signOf(index)} ${name}` : signOf(index);
            return { value: id, label: isGone ? t("collab.versions.rootGone", { root: label }) : label };
          })}
          onChange={onRoot}
        />
      ) : null}
      {failure && !doc ? <LoadFailed failure={failure} onRetry={again} /> : null}
      <div className={classes.sides}>
        {doc && changes ? (
          <>
            <DocumentPreview title={when} marks={changes.nodes} tells={CHANGES_BEFORE} words={words}>
              {render(doc, root)}
            </DocumentPreview>
            <DocumentPreview title={t("collab.versions.now")} marks={changes.nodes} tells={CHANGES_AFTER} words={words}>
              {render(editing.doc, root)}
            </DocumentPreview>
          </>
        ) : failure ? null : (
          <Skeleton height={360} />
        )}
      </div>
      {isRemoving ? (
        <ConfirmDialog
          title={t("collab.versions.removeTitle")}
          confirmLabel={t("collab.versions.remove")}
          isDangerous
          isBusy={remove.isPending}
          onCancel={() => setRemoving(false)}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setRemoving(false) })}
        >
          {t("collab.versions.removeText", { name: version.name || when })}
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}

function describeChanges(t: Translate, nodes: ReadonlyMap<string, VersionChange>, isWhole: boolean): string {
  const kinds = ["added", "changed", "removed"] as const;
  const counts = kinds.map((kind) => [kind, [...nodes.values()].filter((change) => change === kind).length] as const);
  const parts = counts.flatMap(([kind, count]) => (count > 0 ? [t(`collab.versions.count.${kind}`, { count })] : []));
  const all = isWhole ? [...parts, t("collab.versions.count.whole")] : parts;
  return all.length > 0 ? t("collab.versions.since", { changes: all.join(", ") }) : t("collab.versions.same");
}
