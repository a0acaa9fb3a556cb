import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";

interface Props {
  readonly name: string;
  readonly count: number;
  readonly sending: { readonly isPending: boolean; readonly error: unknown };
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Confirms sending a scheduled campaign early. */
export function SendNowDialog({ name, count, sending, onSend, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t("campaigns.sendTitle", { name })}
      confirmLabel={t("campaigns.sendNow", { count, total: formatInteger(count) })}
      isBusy={sending.isPending}
      onCancel={onClose}
      onConfirm={onSend}
    >
      <p>{t("campaigns.sendHelp")}</p>
      <FailureNotice error={sending.error} />
    </ConfirmDialog>
  );
}
