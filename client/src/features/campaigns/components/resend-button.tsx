import { Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { toastFailure } from "@/ui/toast-failure";
import type { CampaignRow } from "../campaigns-data";
import { useResendCampaign } from "../schedule-data";

/**
 * Creates a draft for recipients who did not open a finished campaign, with the winner's content for a test. Opens its
 * composer.
 */
export function ResendButton({ campaign }: { readonly campaign: Pick<CampaignRow, "id" | "kind" | "status"> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const resend = useResendCampaign();
  const can = useCan();
  if (!can("campaign.edit") || (campaign.status !== "SENT" && campaign.status !== "CANCELLED")) return null;
  return (
    <Button
      leftSection={<IconMailForward size={16} stroke={1.7} aria-hidden="true" />}
      loading={resend.isPending}
      onClick={() =>
        resend.mutate(campaign, {
          onSuccess: ({ id }) => void navigate(`/campaigns/${id}/edit`),
          onError: (failure) => toastFailure(failure, t),
        })
      }
    >
      {t("campaigns.resend")}
    </Button>
  );
}
