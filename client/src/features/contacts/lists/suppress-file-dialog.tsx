import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { fileSize } from "@/lib/filters";
import { Notice } from "@/ui/components/notice";
import { Segmented } from "@/ui/components/segmented";
import { Dialog } from "../components/dialog";
import dialog from "../components/dialog.module.css";
import { FileDrop } from "../components/file-drop";
import classes from "./lists.module.css";
import { Outcome } from "./outcome";
import { MOST_BYTES, REASONS, type Reason, SCOPES, type Scope, useSuppressFile } from "./suppressions-data";

/** Puts the addresses of a file on the list, as another product has exported them. */
export function SuppressFileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [reason, setReason] = useState<Reason>("manual");
  const [scope, setScope] = useState<Scope>("marketing");
  const take = useSuppressFile();

  if (take.data) {
    return (
      <Dialog title={t("suppressions.importTitle")} onClose={onClose}>
        <Outcome of={take.data} />
        <div className={dialog.actions}>
          <Button variant="filled" onClick={onClose} data-autofocus>
            {t("suppressions.done")}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t("suppressions.importTitle")} onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.quiet}>{t("suppressions.importHelp")}</p>
        <FileDrop
          file={file}
          limitBytes={MOST_BYTES}
          help={t("suppressions.dropHelp", { limit: fileSize(MOST_BYTES) })}
          onChoose={(chosen) => {
            take.reset();
            setFile(chosen);
          }}
        />
        <label className={classes.field}>
          <span className={classes.label}>{t("suppressions.importReason")}</span>
          <select
            className={classes.select}
            value={reason}
            onChange={({ currentTarget }) =>
              setReason(REASONS.find((each) => each === currentTarget.value) ?? "manual")
            }
          >
            {REASONS.map((each) => (
              <option key={each} value={each}>
                {t(`suppressions.reasons.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <div className={classes.field}>
          <span className={classes.label} aria-hidden="true">
            {t("suppressions.scope")}
          </span>
          <Segmented
            label={t("suppressions.scope")}
            value={scope}
            isWide
            options={SCOPES.map((value) => ({ value, label: t(`suppressions.scopes.${value}`) }))}
            onChange={setScope}
          />
        </div>
        {isFailure(take.error) ? <Notice kind="bad">{describeFailure(take.error, t)}</Notice> : null}
      </div>
      <div className={dialog.actions}>
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button
          variant="filled"
          aria-disabled={!file || undefined}
          loading={take.isPending}
          onClick={() => file && take.mutate({ file, reason, scope })}
        >
          {t("suppressions.importConfirm")}
        </Button>
      </div>
    </Dialog>
  );
}
