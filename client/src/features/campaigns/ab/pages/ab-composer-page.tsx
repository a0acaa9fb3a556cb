import { Navigate, useParams } from "react-router";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { isUnsent } from "../../campaigns-data";
import { ComposerSkeleton } from "../../components/composer-skeleton";
import { useAbTest } from "../ab-data";
import { AbComposerForm } from "../components/ab-composer";
import { WaitingTest } from "../components/waiting-test";

/** Composer of a draft, or the waiting page of a scheduled test. A started test redirects to its comparison. */
export function AbComposerPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const test = throwIfMissingBeforeFirstData(useAbTest(id));
  if (test.data && !isUnsent(test.data)) return <Navigate to={`/ab-tests/${id}`} replace />;
  if (test.data && test.data.status !== "DRAFT") return <WaitingTest key={id} test={test.data} />;
  if (test.data) return <AbComposerForm key={id} test={test.data} />;
  return (
    <>
      <PageHead
        title={t("abTests.edit")}
        state={test.isLoadingError ? undefined : t("campaigns.loadingOne")}
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
