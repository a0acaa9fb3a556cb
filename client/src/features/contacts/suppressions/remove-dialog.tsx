import { TextInput } from "@mantine/core";
import { useState } from "react";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import classes from "./suppressions.module.css";
import { type Suppression, useRemoveSuppression } from "./suppressions-data";

const MIN_REASON_CHARACTERS = 3;
const MAX_REASON_CHARACTERS = 200;

interface Props {
  readonly row: Suppression;
  readonly onClose: () => void;
}

/** Removes an address from the suppression list: asks for the reason and explains the effect. */
export function RemoveDialog({ row, onClose }: Props) {
  const { t } = useTranslation();
  const [why, setWhy] = useState("");
  const [isChecked, setChecked] = useState(false);
  const remove = useRemoveSuppression();
  const isMissing = why.trim().length < MIN_REASON_CHARACTERS;

  function confirm(): void {
    setChecked(true);
    if (isMissing) return;
    remove.mutate(
      { params: { path: { suppression_id: row.id } }, body: { why: why.trim() } },
      {
        onSuccess: () => {
          toast("success", t("suppressions.removed", { email: row.email }));
          onClose();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      title={t("suppressions.removeTitle", { email: row.email })}
      confirmLabel={t("suppressions.removeConfirm")}
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <p>{t(toTextKey(`suppressions.removeHelp.${row.reason}`))}</p>
      <TextInput
        className={classes.why}
        label={t("suppressions.why")}
        description={t("suppressions.whyHelp")}
        value={why}
        maxLength={MAX_REASON_CHARACTERS}
        error={isChecked && isMissing ? t("suppressions.whyMissing") : undefined}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
      <FailureNotice error={remove.error} />
    </ConfirmDialog>
  );
}
