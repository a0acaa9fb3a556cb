import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { Notice } from "@/ui/components/notice";
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
          ? t("campaigns.deleteSent", { count: campaign.figures.sent, total: integer(campaign.figures.sent) })
          : t("campaigns.deleteDraft")}
      </p>
      {isFailure(remove.error) ? <Notice kind="bad">{describeFailure(remove.error, t)}</Notice> : null}
    </ConfirmDialog>
  );
}
