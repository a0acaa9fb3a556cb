import { Button } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useState } from "react";
import { useSendAgain } from "@/features/campaigns/public";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import type { Report } from "../reports-data";

/** Resends to recipients with unconfirmed delivery once the campaign has ended. A confirmation explains the risk. */
export function ResendIndeterminateButton({ report }: { readonly report: Report }) {
  const { t } = useTranslation();
  const canSend = useCan()("campaign.send");
  const [isAsking, setAsking] = useState(false);
  const again = useSendAgain();
  const { campaign, figures, sendAgain } = report;
  if (campaign.status !== "SENT" || !sendAgain || !canSend) return null;
  const arrived = figures.inDoubt - sendAgain;
  return (
    <>
      <Button
        size="compact-sm"
        mt={4}
        leftSection={<IconRepeat size={14} stroke={1.7} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t("reports.sendAgain")}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t("reports.sendAgainTitle", { count: sendAgain, people: formatInteger(sendAgain) })}
          confirmLabel={t("reports.sendAgainConfirm")}
          isBusy={again.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => again.mutate(campaign.id, { onSuccess: () => setAsking(false) })}
        >
          <p>{t("reports.sendAgainText")}</p>
          {arrived > 0 ? (
            <p>{t("reports.sendAgainArrived", { count: arrived, people: formatInteger(arrived) })}</p>
          ) : null}
          <FailureNotice error={again.error} />
        </ConfirmDialog>
      ) : null}
    </>
  );
}
