import { Group } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { type ContactImport, isImportActive, useImport } from "../imports-data";
import { useImportSpeed } from "../use-import-speed";
import { UndoActions, UndoSummary } from "./undo-actions";
import { UndoProgress } from "./undo-progress";

/** Undo of an import, below its result: availability, progress or outcome. */
export function UndoLine({ status }: { readonly status: ContactImport }) {
  const { t } = useTranslation();
  const current = useImport();
  const pace = useImportSpeed(status);
  if (status.state === "UNDOING") return <UndoProgress status={status} pace={pace} />;
  if (status.state !== "UNDONE" && status.undoUntil === null) return null;
  return (
    <Group gap="4px 12px" fz="sm" c="var(--text2)">
      {status.state === "UNDONE" ? <UndoSummary item={status} /> : <span>{t("contacts.undo.offer")}</span>}
      <UndoActions item={status} isBlocked={isImportActive(current)} />
    </Group>
  );
}
