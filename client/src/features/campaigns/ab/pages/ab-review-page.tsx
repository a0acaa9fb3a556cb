import { Navigate, useParams } from "react-router";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { campaignPath } from "../../campaigns-data";
import { ComposerSkeleton } from "../../components/composer-skeleton";
import { useAbTest } from "../ab-data";
import { AbReview } from "../components/ab-review";

/** Review of a draft test. Any other status redirects. */
export function AbReviewPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const test = throwIfMissingBeforeFirstData(useAbTest(id));
  if (test.data && test.data.status !== "DRAFT") return <Navigate to={campaignPath(test.data)} replace />;
  if (test.data) return <AbReview key={id} test={test.data} />;
  return (
    <>
      <PageHead
        title={t("campaigns.review")}
        state={test.isLoadingError ? undefined : t("abTests.loadingOne")}
        crumbs={[{ label: t("terms.abTests"), to: "/ab-tests" }]}
      />
      {test.isLoadingError ? (
        <LoadFailed failure={test.error} onRetry={() => void test.refetch()} />
      ) : (
        <ComposerSkeleton />
      )}
    </>
  );
}
