import { Box } from "@mantine/core";
import { useSearchParams } from "react-router";
import { AdviceList } from "@/features/advice/public";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Columns } from "@/ui/components/columns";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageBody } from "@/ui/components/page-body";
import { PageHead } from "@/ui/components/page-head";
import { Segmented } from "@/ui/components/segmented";
import { AdviceCard } from "./components/advice-card";
import { DestinationsCard } from "./components/destinations-card";
import { FeedbackCard } from "./components/feedback-card";
import { HealthIllustration } from "./components/health-illustration";
import { MetricsRow } from "./components/metrics-row";
import { PausedBanner } from "./components/paused-banner";
import { PausesCard } from "./components/pauses-card";
import { ProblemsChart } from "./components/problems-chart";
import { RateChart } from "./components/rate-chart";
import { StatusCard } from "./components/status-card";
import { type Health, type HealthSpan, SPANS, useHealth } from "./health-data";
import { findProblems, sumDays } from "./health-status";

const DEFAULT_SPAN: HealthSpan = 30;

/** Sending health: bounces and complaints, distance to the limits, and advice. */
export function HealthPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const span = SPANS.find((days) => String(days) === params.get("days")) ?? DEFAULT_SPAN;
  const health = useHealth(span);
  return (
    <>
      <PageHead
        title={t("words.sendingHealth")}
        state={t("delivery.intro")}
        actions={
          <Segmented
            label={t("terms.period")}
            value={String(span)}
            options={SPANS.map((days) => ({ value: String(days), label: t("terms.daysCount", { count: days }) }))}
            onChange={(days) =>
              setParams(Number(days) === DEFAULT_SPAN ? {} : { days }, { preventScrollReset: true, replace: true })
            }
          />
        }
      />
      {health.isLoadingError ? <LoadFailed failure={health.error} onRetry={() => void health.refetch()} /> : null}
      {health.isPending ? <Skeleton /> : null}
      {health.data ? <Body health={health.data} isStale={health.isPlaceholderData} /> : null}
    </>
  );
}

function Body({ health, isStale }: { readonly health: Health; readonly isStale: boolean }) {
  const { t } = useTranslation();
  const canResume = useCan()("sending.resume");
  const { days, destinations, limits, paused, pauses, returns, window } = health;
  const totals = sumDays(days);
  const isBare =
    totals.handed === 0 && totals.complained === 0 && !paused && pauses.length === 0 && returns.length === 0;
  if (isBare) {
    return (
      <EmptyState drawing={<HealthIllustration />} title={t("delivery.emptyTitle")} text={t("delivery.emptyText")} />
    );
  }
  return (
    <PageBody isStale={isStale}>
      {paused ? <PausedBanner pause={paused} canResume={canResume} /> : null}
      <MetricsRow totals={totals} />
      <Columns count={2} minWidth={340}>
        <StatusCard window={window} limits={limits} />
        <AdviceCard problems={findProblems(health)} />
      </Columns>
      <Columns count={2} minWidth={340}>
        <Box bdrs="lg" miw={0} bd="1px solid var(--line)" bg="var(--surface)">
          <RateChart days={days} of="hardBounced" limit={limits.bounceRate} />
        </Box>
        <Box bdrs="lg" miw={0} bd="1px solid var(--line)" bg="var(--surface)">
          <RateChart days={days} of="complained" limit={limits.complaintRate} />
        </Box>
      </Columns>
      <Box bdrs="lg" miw={0} bd="1px solid var(--line)" bg="var(--surface)">
        <ProblemsChart days={days} totals={totals} />
      </Box>
      <AdviceList />
      <DestinationsCard destinations={destinations} />
      <FeedbackCard returns={returns} />
      {pauses.length > 0 ? <PausesCard pauses={pauses} /> : null}
    </PageBody>
  );
}

/** Placeholder cards of the final height while the data loads. */
function Skeleton() {
  return (
    <PageBody aria-hidden="true">
      {[108, 196, 260, 300, 220].map((height) => (
        <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" key={height} style={{ blockSize: height }} />
      ))}
    </PageBody>
  );
}
