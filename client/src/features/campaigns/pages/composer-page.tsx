import { Navigate, useParams } from "react-router";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { isUnsent, useCampaign } from "../campaigns-data";
import { Composer } from "../components/composer";
import { ComposerSkeleton } from "../components/composer-skeleton";
import { WaitingCampaign } from "../components/waiting-campaign";

/** Composer of a draft, or the waiting page of a scheduled campaign. A started campaign redirects to its report. */
export function ComposerPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const campaign = throwIfMissingBeforeFirstData(useCampaign(id));
  if (campaign.data && !isUnsent(campaign.data)) return <Navigate to={`/campaigns/${id}`} replace />;
  if (campaign.data && campaign.data.status !== "DRAFT") return <WaitingCampaign key={id} campaign={campaign.data} />;
  if (campaign.data) return <Composer key={id} campaign={campaign.data} />;
  return (
    <>
      <PageHead
        title={t("campaigns.edit")}
        state={campaign.isLoadingError ? undefined : t("campaigns.loadingOne")}
        crumbs={[{ label: t("words.campaigns"), to: "/campaigns" }]}
      />
      {campaign.isLoadingError ? (
        <LoadFailed failure={campaign.error} onRetry={() => void campaign.refetch()} />
      ) : (
        <ComposerSkeleton />
      )}
    </>
  );
}
