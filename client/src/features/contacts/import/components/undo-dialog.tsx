import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { ProgressBar } from "@/ui/components/progress-bar";
import type { ContactImport } from "../imports-data";
import { useUndoDryRun, useUndoImport } from "../undo-data";
import classes from "./undo.module.css";
import { UndoCounts } from "./undo-counts";

interface Props {
  readonly status: Pick<ContactImport, "importId" | "file">;
  readonly onClose: () => void;
}

/** Confirms the undo of an import with the number of affected contacts. */
export function UndoDialog({ status, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, isWhole } = useUndoDryRun(status.importId);
  const undo = useUndoImport();
  const failure = undo.error ?? error;
  return (
    <ConfirmDialog
      title={t("contacts.undo.title", { file: status.file })}
      confirmLabel={t("contacts.undo.confirm")}
      isDangerous
      isBusy={undo.isPending || (data === undefined && !error)}
      onCancel={onClose}
      onConfirm={() => {
        if (data) undo.mutate({ params: { path: { import_id: status.importId } } }, { onSuccess: () => onClose() });
      }}
    >
      {data ? (
        <div className={classes.forecast}>
          <UndoCounts
            removed={data.removed}
            restored={data.restored}
            kept={data.kept}
            words={{
              removed: t("contacts.undo.willRemove"),
              restored: t("contacts.undo.willRestore"),
              kept: t("contacts.undo.willKeep"),
            }}
          />
          {isWhole ? null : <ProgressBar label={t("contacts.undo.looking")} done={data.done} total={data.total} />}
          <p>{t("contacts.undo.help")}</p>
          {data.kept > 0 ? (
            <p>{t("contacts.undo.keptHelp", { count: data.kept, total: formatInteger(data.kept) })}</p>
          ) : null}
          {data.until ? <p>{t("contacts.undo.until", { moment: formatDateTime(data.until) })}</p> : null}
        </div>
      ) : (
        <p>{error ? null : t("contacts.undo.looking")}</p>
      )}
      <FailureNotice error={failure} />
    </ConfirmDialog>
  );
}
