import { Button, Text } from "@mantine/core";
import { IconArrowBackUp, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { ContactImport } from "../imports-data";
import { canUndo, useDownloadUndoReport } from "../undo-data";
import { UndoDialog } from "./undo-dialog";

interface Props {
  readonly item: ContactImport;
  /** Whether another import is running; only one can run. */
  readonly isBlocked: boolean;
}

/** Actions on a finished import: undo it, or download the contacts that its undo left in place. */
export function UndoActions({ item, isBlocked }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const downloadReport = useDownloadUndoReport();
  return (
    <>
      {canUndo(item, Date.now()) ? (
        <Button
          size="xs"
          variant="subtle"
          aria-disabled={isBlocked || undefined}
          aria-label={t("contacts.undo.of", { file: item.file })}
          title={isBlocked ? t("contacts.undo.blocked") : undefined}
          leftSection={<IconArrowBackUp size={14} stroke={1.9} aria-hidden="true" />}
          onClick={() => {
            if (!isBlocked) setAsking(true);
          }}
        >
          {t("terms.undo")}
        </Button>
      ) : null}
      {item.state === "UNDONE" && item.undo && item.undo.kept > 0 ? (
        <Button
          size="xs"
          variant="subtle"
          loading={downloadReport.isPending}
          leftSection={<IconDownload size={14} stroke={1.9} aria-hidden="true" />}
          onClick={() => downloadReport.mutate(item)}
        >
          {t("contacts.undo.keptFile", { count: item.undo.kept, total: formatInteger(item.undo.kept) })}
        </Button>
      ) : null}
      {isAsking ? <UndoDialog status={item} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

/** Result of an undo, beside its status. */
export function UndoSummary({ item }: { readonly item: ContactImport }) {
  const { t } = useTranslation();
  const { undo } = item;
  if (!undo) return null;
  if (item.state === "UNDONE") {
    const figures = [undo.removed, undo.restored, undo.kept].map(formatInteger);
    return (
      <Text component="small" display="block" size="xs" c="var(--text2)">
        {t("contacts.undo.done", { removed: figures[0], restored: figures[1], kept: figures[2] })}
        <bdi> · {undo.fullname}</bdi>
      </Text>
    );
  }
  return undo.reason ? (
    <Text component="small" display="block" size="xs" c="var(--text2)">
      {t("contacts.undo.stopped")}
    </Text>
  ) : null;
}
