import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import { type CampaignRow, useDeleteCampaign } from "../campaigns-data";

interface Props {
  readonly campaign: CampaignRow;
  readonly onClose: () => void;
}

export function DeleteCampaignDialog({ campaign, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useDeleteCampaign();
  return (
    <ConfirmDialog
      title={t("words.deleteName", { name: campaign.name })}
      confirmLabel={t("campaigns.delete")}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(campaign, {
          onSuccess: () => {
            toast("success", t("terms.nameDeleted", { name: campaign.name }));
            onClose();
          },
        })
      }
    >
      <p>
        {campaign.figures
          ? t("campaigns.deleteSent", { count: campaign.figures.sent, total: formatInteger(campaign.figures.sent) })
          : t("campaigns.deleteDraft")}
      </p>
      <FailureNotice error={remove.error} />
    </ConfirmDialog>
  );
}
