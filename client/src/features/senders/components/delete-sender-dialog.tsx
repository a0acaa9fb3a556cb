import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import { type Sender, useDeleteSender } from "../senders-data";

interface Props {
  readonly sender: Sender;
  readonly onClose: () => void;
}

export function DeleteSenderDialog({ sender, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useDeleteSender();
  return (
    <ConfirmDialog
      title={t("senders.deleteTitle", { email: sender.email })}
      confirmLabel={t("senders.delete")}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(sender, {
          onSuccess: () => {
            toast("success", t("senders.deleted", { email: sender.email }));
            onClose();
          },
        })
      }
    >
      <p>{sender.default ? t("senders.deleteDefault") : t("senders.deleteHelp")}</p>
      <FailureNotice error={remove.error} />
    </ConfirmDialog>
  );
}
