import { Box, Button, Flex, Stack, Text } from "@mantine/core";
import { IconChartLine, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link, Navigate, useParams } from "react-router";
import { PausedNotice } from "@/features/delivery/public";
import { useWatching, Watchers } from "@/features/presence/public";
import { useCan } from "@/features/session/public";
import { throwIfMissing } from "@/lib/api/missing";
import { formatPercentage, formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { PageHead } from "@/ui/components/page-head";
import { ProgressBar } from "@/ui/components/progress-bar";
import { toastFailure } from "@/ui/toast-failure";
import { isUnsent } from "../../campaigns-data";
import { CampaignState } from "../../components/campaign-state";
import { ComposerSkeleton } from "../../components/composer-skeleton";
import {
  type AbComparison,
  type AbTest,
  useAbTest,
  useComparison,
  usePauseTest,
  useResumeTest,
  useStopTest,
  type VariantMetrics,
} from "../ab-data";
import { PhaseBadge, useTestStatusText } from "../components/test-state";
import { VariantRows } from "../components/variant-rows";
import { getLetter, getPhase } from "../rules";

const WinnerDialog = lazy(async () => ({ default: (await import("../components/winner-dialog")).WinnerDialog }));

const OUTCOMES = [
  "bounced",
  "failed",
  "suppressed",
  "skipped",
  "indeterminate",
] as const satisfies readonly (keyof AbComparison["restOutcomes"])[];
const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** Comparison of a test's variants, where the user can choose the winner. */
export function AbComparePage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const test = throwIfMissing(useAbTest(id));
  const comparison = useComparison(id);
  const failed = [test, comparison].find(({ isLoadingError }) => isLoadingError);
  if (test.data && isUnsent(test.data)) return <Navigate to={`/ab-tests/${id}/edit`} replace />;
  if (test.data && comparison.data) return <ComparisonView test={test.data} comparison={comparison.data} />;
  return (
    <>
      <PageHead
        title={test.data?.name ?? t("terms.comparison")}
        state={failed ? undefined : t("abTests.loadingOne")}
        crumbs={[{ label: t("terms.abTests"), to: "/ab-tests" }, { label: t("terms.comparison") }]}
      />
      {failed ? <LoadFailed failure={failed.error} onRetry={() => void failed.refetch()} /> : <ComposerSkeleton />}
    </>
  );
}

function ComparisonView({ test, comparison }: { readonly test: AbTest; readonly comparison: AbComparison }) {
  const { t } = useTranslation();
  const can = useCan();
  const canViewReport = useCan()("report.view");
  useWatching(`campaign:${test.id}`);
  const pause = usePauseTest();
  const resume = useResumeTest();
  const stop = useStopTest();
  const [chosen, setChosen] = useState<VariantMetrics>();
  const [isStopping, setStopping] = useState(false);
  const progress = comparison.test;
  const phase = getPhase(progress, test, Date.now());
  const words = useTestStatusText({ test: progress, phase });
  const isUnderWay = test.status === "SENDING" || test.status === "PAUSED";
  const isOpen = isUnderWay && progress.winner === null;
  const onError = (failure: unknown): void => toastFailure(failure, t);

  return (
    <>
      <PageHead
        title={test.name}
        badge={
          <Flex component="span" gap={6} display="inline-flex">
            <CampaignState status={test.status} look="badge" />
            {isOpen ? <PhaseBadge phase={phase} /> : null}
          </Flex>
        }
        state={[t(`abTests.testedOf.${progress.tested}`), ...(words ? [words] : [])]}
        crumbs={[{ label: t("terms.abTests"), to: "/ab-tests" }, { label: t("terms.comparison") }]}
        actions={
          <>
            <Watchers thing={`campaign:${test.id}`} />
            {can("campaign.send") && test.status === "SENDING" ? (
              <Button
                leftSection={<IconPlayerPause {...ICON} />}
                loading={pause.isPending}
                onClick={() => pause.mutate(test.id, { onError })}
              >
                {t("campaigns.pause")}
              </Button>
            ) : null}
            {can("campaign.send") && test.status === "PAUSED" ? (
              <Button
                leftSection={<IconPlayerPlay {...ICON} />}
                loading={resume.isPending}
                onClick={() => resume.mutate(test.id, { onError })}
              >
                {t("terms.resumeSending")}
              </Button>
            ) : null}
            {can("campaign.send") && isUnderWay ? (
              <Button leftSection={<IconPlayerStop {...ICON} />} onClick={() => setStopping(true)}>
                {t("abTests.stop")}
              </Button>
            ) : null}
            {canViewReport ? (
              <Button component={Link} to={`/ab-tests/${test.id}/report`} leftSection={<IconChartLine {...ICON} />}>
                {t("abTests.report")}
              </Button>
            ) : null}
          </>
        }
      />
      <PausedNotice />
      <Stack gap="md">
        <Conclusion comparison={comparison} isOpen={isOpen} />
        <Card title={t(`abTests.compareBy.${progress.metric}`)} isFlush>
          <VariantRows
            test={test}
            comparison={comparison}
            onChoose={can("campaign.send") && isOpen && test.status === "SENDING" ? setChosen : undefined}
          />
        </Card>
        <Card title={t("abTests.rest")}>
          <ProgressBar
            label={t("abTests.rest")}
            done={comparison.restDelivered}
            total={comparison.restRecipients}
            note={
              progress.winner === null
                ? t(phase === "stopped" ? "abTests.restNothing" : "abTests.restWaits")
                : t("abTests.restGets", { letter: getLetter(progress.winner) })
            }
          />
          <RestOutcomes outcomes={comparison.restOutcomes} />
        </Card>
        <Decision comparison={comparison} />
      </Stack>
      <Suspense fallback={null}>
        {chosen ? (
          <WinnerDialog id={test.id} comparison={comparison} variant={chosen} onClose={() => setChosen(undefined)} />
        ) : null}
      </Suspense>
      {isStopping ? (
        <ConfirmDialog
          title={t("abTests.stopTitle")}
          confirmLabel={t("abTests.stop")}
          isDangerous
          isBusy={stop.isPending}
          onCancel={() => setStopping(false)}
          onConfirm={() => stop.mutate(test.id, { onSuccess: () => setStopping(false), onError })}
        >
          <p>{t("abTests.stopText")}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** Remaining recipients who did not get the winner, by outcome. */
function RestOutcomes({ outcomes }: { readonly outcomes: AbComparison["restOutcomes"] }) {
  const { t } = useTranslation();
  const shownOutcomes = OUTCOMES.filter((outcome) => outcomes[outcome] > 0);
  if (shownOutcomes.length === 0) return null;
  return (
    <Text size="xs" mt={4} c="var(--text2)" className="figures">
      {shownOutcomes
        .map((outcome) => t(`abTests.restOutcomes.${outcome}`, { total: formatInteger(outcomes[outcome]) }))
        .join(" · ")}
    </Text>
  );
}

/** The current statistical conclusion. */
function Conclusion({ comparison, isOpen }: { readonly comparison: AbComparison; readonly isOpen: boolean }) {
  const { t } = useTranslation();
  const { leading, isClear, confidence, variants, test } = comparison;
  if (!isOpen) return null;
  const letter = getLetter(leading);
  const sure = formatPercentage(Math.floor(confidence * 1000) / 10, 1);
  if (variants.every(({ delivered }) => delivered === 0)) {
    return <Notice kind="info">{t("abTests.verdict.nothing")}</Notice>;
  }
  return isClear ? (
    <Notice kind="ok">{t("abTests.verdict.clear", { letter, sure })}</Notice>
  ) : (
    <Notice kind="info">{t(`abTests.verdict.unclear.${test.chooses}`, { letter })}</Notice>
  );
}

/** The numbers at the time of the decision. They are stored, because the live ones continue to grow. */
function Decision({ comparison }: { readonly comparison: AbComparison }) {
  const { t } = useTranslation();
  const { decision, test } = comparison;
  if (!decision) return null;
  return (
    <Card title={t("abTests.decision")}>
      <Stack component="ul" gap={4} fz="sm" lh="sm" c="var(--text2)" className="figures">
        {decision.variants.map(({ number, hits, delivered }) => (
          <li key={number}>
            <Box component="b" c="var(--text)">
              {getLetter(number)}
            </Box>{" "}
            {t(`abTests.decidedOn.${test.metric}`, {
              share: formatPercentageOf(hits, delivered),
              hits: formatInteger(hits),
              total: formatInteger(delivered),
            })}
          </li>
        ))}
      </Stack>
    </Card>
  );
}
