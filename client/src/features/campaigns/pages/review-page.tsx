import { Navigate, useParams } from "react-router";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { campaignPath, useCampaign } from "../campaigns-data";
import { ComposerSkeleton } from "../components/composer-skeleton";
import { Review } from "../components/review";

/** Review of a draft. Any other status redirects. */
export function ReviewPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const campaign = throwIfMissingBeforeFirstData(useCampaign(id));
  if (campaign.data && campaign.data.status !== "DRAFT") return <Navigate to={campaignPath(campaign.data)} replace />;
  if (campaign.data) return <Review key={id} campaign={campaign.data} />;
  return (
    <>
      <PageHead
        title={t("campaigns.review")}
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
