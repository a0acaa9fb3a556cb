import type { components } from "@/generated/api";
import { isFailure } from "@/lib/api/failure";
import { formatDate } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { DescriptionList } from "@/ui/components/description-list";
import { type Campaign, useSendCampaign } from "../campaigns-data";
import type { RecipientCount } from "../composer-data";
import { SendFailure } from "./send-failure";

interface Props {
  readonly campaign: Campaign;
  readonly count: RecipientCount;
  readonly emails: components["schemas"]["UsageCounterOut"] | undefined;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Confirms sending, with the number of recipients and the remaining quota. */
export function SendDialog({ campaign, count, emails, onSent, onClose }: Props) {
  const { t } = useTranslation();
  const { sender } = campaign;
  const send = useSendCampaign();
  const total = formatInteger(count.count);
  const hasLimit = emails !== undefined && emails.limit >= 0;
  return (
    <ConfirmDialog
      title={t("campaigns.sendTitle", { name: campaign.name })}
      confirmLabel={t("campaigns.sendNow", { count: count.count, total })}
      isBusy={send.isPending}
      onCancel={onClose}
      onConfirm={() => send.mutate(campaign.id, { onSuccess: onSent })}
    >
      <DescriptionList>
        <dt>{t("terms.subject")}</dt>
        <dd dir="auto">{campaign.subject}</dd>
        <dt>{t("terms.from")}</dt>
        <dd>{sender ? `${sender.name} <${sender.email}>` : ""}</dd>
        <dt>{t("terms.recipients")}</dt>
        <dd>
          {t("terms.recipientsCount", { count: count.count, total })}
          {count.chosen > count.count
            ? `, ${t("campaigns.leftOut", { total: formatInteger(count.chosen - count.count) })}`
            : null}
        </dd>
        <dt>{t("terms.plan")}</dt>
        <dd>
          {hasLimit
            ? t("campaigns.quotaAfter", {
                left: formatInteger(Math.max(0, emails.left - count.count)),
                limit: formatInteger(emails.limit),
              })
            : t("campaigns.finding.quotaUnlimited")}
          {hasLimit && emails.resetsAt ? `, ${t("terms.resetsOnDate", { date: formatDate(emails.resetsAt) })}` : null}
        </dd>
      </DescriptionList>
      <p>{t("campaigns.sendHelp")}</p>
      {isFailure(send.error) ? <SendFailure campaign={campaign} failure={send.error} onLeave={onClose} /> : null}
    </ConfirmDialog>
  );
}
