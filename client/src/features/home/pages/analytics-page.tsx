import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { AdviceList } from "@/features/advice/public";
import { Checklist } from "@/features/onboarding/public";
import { useCan } from "@/features/session/public";
import { SmtpMetrics } from "@/features/transactional/public";
import { buildSpan, getToday, readRange, writeRange } from "@/lib/date-range";
import { formatDate } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageBody } from "@/ui/components/page-body";
import { PageHead } from "@/ui/components/page-head";
import { DateRangePicker } from "@/ui/dates/date-range-picker";
import { BestCampaigns } from "../components/best-campaigns";
import { BotModeChoice, readBotMode, writeBotMode } from "../components/bot-mode-choice";
import { FirstSteps } from "../components/first-steps";
import { MessagesChart } from "../components/messages-chart";
import { NewestCampaigns } from "../components/newest-campaigns";
import { PeriodMetricsRow } from "../components/period-metrics-row";
import { ReputationLine } from "../components/reputation-line";
import { useStats } from "../stats-data";

const KEEP_SCROLL_POSITION = { preventScrollReset: true } as const;

/** Home page of a team: results of its campaigns in a period, and of its transactional messages (TRX-76). */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const canView = useCan()("report.view");
  const [params, setParams] = useSearchParams();
  const period = readRange(params, Date.now());
  const span = buildSpan(period, Date.now());
  const machines = readBotMode(params);
  const stats = useStats(span, machines, canView);
  const { data } = stats;
  const isNew = data !== undefined && period.preset === "all" && data.campaigns.length === 0;

  const states = [t("home.state")];
  if (data?.start && span.start && data.former) {
    const lengthMs = Date.parse(data.end) - Date.parse(data.start);
    const before = Date.parse(data.start) - lengthMs;
    states.push(
      t("terms.comparedWithFromToTo", {
        from: formatDate(before, "D MMM YYYY"),
        to: formatDate(Date.parse(data.start) - 1000, "D MMM YYYY"),
      }),
    );
  }
  if (data?.retentionDays !== null && data?.retentionDays !== undefined) {
    states.push(t("terms.dataKeptForDaysDays", { days: data.retentionDays }));
  }
  if (!canView || isNew) {
    return (
      <>
        <PageHead title={t("words.analytics")} state={t("home.state")} />
        <PageBody>
          <Suspense fallback={<MetricsSkeleton heights={[420]} />}>
            <Checklist otherwise={<FirstSteps />} />
          </Suspense>
          <SmtpMetrics period={period} span={span} />
        </PageBody>
      </>
    );
  }
  return (
    <>
      <PageHead
        title={t("words.analytics")}
        state={states}
        actions={
          <>
            <BotModeChoice
              value={machines}
              onChange={(next) => setParams(writeBotMode(next, params), KEEP_SCROLL_POSITION)}
            />
            <DateRangePicker
              label={t("terms.period")}
              range={period}
              rules={{ retentionDays: data?.retentionDays }}
              onChange={(next) => setParams(writeRange(next, params), KEEP_SCROLL_POSITION)}
            />
          </>
        }
      />
      <PageBody>
        {data ? (
          <PageBody isStale={stats.isPlaceholderData}>
            <Card isFlush>
              <PeriodMetricsRow stats={data} machines={machines} />
            </Card>
            <Card isFlush>
              <MessagesChart
                stats={data}
                machines={machines}
                isUntilNow={period.preset !== "custom" || period.to === getToday(Date.now())}
              />
            </Card>
          </PageBody>
        ) : stats.isLoadingError ? (
          <LoadFailed failure={stats.error} onRetry={() => void stats.refetch()} />
        ) : (
          <MetricsSkeleton heights={[108, 304]} />
        )}
        <SmtpMetrics period={period} span={span} />
        {data ? (
          <PageBody isStale={stats.isPlaceholderData}>
            <AdviceList most={3} />
            <ReputationLine />
            <BestCampaigns best={data.best} machines={machines} />
            <NewestCampaigns campaigns={data.campaigns} />
          </PageBody>
        ) : stats.isLoadingError ? null : (
          <MetricsSkeleton heights={[220]} />
        )}
      </PageBody>
    </>
  );
}

function MetricsSkeleton({ heights }: { readonly heights: readonly number[] }) {
  return (
    <PageBody aria-hidden="true">
      {heights.map((height) => (
        <Card key={height} isFlush height={height} />
      ))}
    </PageBody>
  );
}
