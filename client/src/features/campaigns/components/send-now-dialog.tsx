import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { Notice } from "@/ui/components/notice";

interface Props {
  readonly name: string;
  readonly count: number;
  readonly sending: { readonly isPending: boolean; readonly error: unknown };
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Asks before a scheduled campaign goes sooner than it was to. */
export function SendNowDialog({ name, count, sending, onSend, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t("campaigns.sendTitle", { name })}
      confirmLabel={t("campaigns.sendNow", { count, total: integer(count) })}
      isBusy={sending.isPending}
      onCancel={onClose}
      onConfirm={onSend}
    >
      <p>{t("campaigns.sendHelp")}</p>
      {isFailure(sending.error) ? <Notice kind="bad">{describeFailure(sending.error, t)}</Notice> : null}
    </ConfirmDialog>
  );
}
