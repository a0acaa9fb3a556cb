import { Box, Flex, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { usageQuery } from "@/features/session/public";
import { buildSpan, getToday, readRange, writeRange } from "@/lib/date-range";
import { formatDate, getTimePattern } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { ChartCard } from "@/ui/charts/chart-card";
import { fillPeriods } from "@/ui/charts/series";
import { TimeChart } from "@/ui/charts/time-chart-slot";
import { Columns } from "@/ui/components/columns";
import { LoadFailed } from "@/ui/components/load-failed";
import { Metric } from "@/ui/components/metric";
import { PageBody } from "@/ui/components/page-body";
import { PageHead } from "@/ui/components/page-head";
import { Panel } from "@/ui/components/panel";
import { ShareBar } from "@/ui/components/share-bar";
import { DateRangePicker } from "@/ui/dates/date-range-picker";
import { type Area, type Counter, getUsageLevel, listDisplayedCounters, type UsageStats, useUsage } from "./usage-data";

const SKELETON_ROWS = [
  ["emails", 380],
  ["tests", 380],
  ["counters", 240],
] as const;

/** The team's usage of its plan, in total and over time. */
export function UsagePage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const period = readRange(params, Date.now());
  const span = buildSpan(period, Date.now());
  const stats = useUsage("email", span);
  const tests = useUsage("ab", span);
  const counters = useQuery(usageQuery);
  const failed = [stats, tests, counters].find(({ isLoadingError }) => isLoadingError);
  const isUntilNow = period.preset !== "custom" || period.to === getToday(Date.now());
  return (
    <>
      <PageHead
        title={t("words.usage")}
        state={[
          t("usage.state"),
          ...(stats.data?.retentionDays ? [t("terms.dataKeptForDaysDays", { days: stats.data.retentionDays })] : []),
        ]}
        actions={
          <DateRangePicker
            label={t("terms.period")}
            range={period}
            rules={{ retentionDays: stats.data?.retentionDays }}
            onChange={(next) => setParams(writeRange(next, params), { preventScrollReset: true })}
          />
        }
      />
      {failed ? (
        <LoadFailed failure={failed.error} onRetry={() => void failed.refetch()} />
      ) : stats.data && tests.data && counters.data ? (
        <PageBody isStale={stats.isPlaceholderData || tests.isPlaceholderData}>
          <AreaUsage area="email" stats={stats.data} isUntilNow={isUntilNow} />
          {hasTests(tests.data) ? <AreaUsage area="ab" stats={tests.data} isUntilNow={isUntilNow} /> : null}
          <Panel component="section" aria-label={t("usage.counters")}>
            <Columns count={4} minWidth={220} isLined>
              {listDisplayedCounters(counters.data.counters).map((counter) => (
                <Meter key={counter.name} counter={counter} />
              ))}
            </Columns>
          </Panel>
        </PageBody>
      ) : (
        <PageBody aria-hidden="true">
          {SKELETON_ROWS.map(([name, height]) => (
            <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" key={name} style={{ blockSize: height }} />
          ))}
        </PageBody>
      )}
    </>
  );
}

/** Whether the plan has A/B tests, or had them when some were sent. */
function hasTests({ quota, used }: UsageStats): boolean {
  return quota.limit !== 0 || quota.used > 0 || used > 0;
}

interface AreaUsageProps {
  readonly area: Area;
  readonly stats: UsageStats;
  readonly isUntilNow: boolean;
}

/** An area's usage in the plan's month, in the period and the previous one, and by day. */
function AreaUsage({ area, stats, isUntilNow }: AreaUsageProps) {
  const { t } = useTranslation();
  const { quota, series: rows, unit, used, former } = stats;
  const clock = getTimePattern();
  const title = t(`usage.areas.${area}.${unit === "day" ? "byDay" : "byHour"}`);
  const points = fillPeriods(
    rows.map((row) => ({ at: Date.parse(row.at), values: { used: row.used } })),
    ["used"],
    {
      start: Date.parse(stats.start ?? rows[0]?.at ?? stats.end),
      end: Math.min(Date.parse(stats.end), Date.now()),
      unit,
    },
  );
  return (
    <Box
      component="section"
      bdrs="lg"
      miw={0}
      bd="1px solid var(--line)"
      bg="var(--surface)"
      style={{ overflow: "hidden" }}
      aria-label={t(`usage.areas.${area}.head`)}
    >
      <Columns count={3} minWidth={200} isLined style={{ borderBlockEnd: "1px solid var(--line)" }}>
        <Metric
          label={t(`usage.areas.${area}.thisMonth`)}
          value={formatInteger(quota.used)}
          base={
            quota.limit < 0
              ? t("usage.unlimited")
              : t("usage.ofLimit", { limit: formatInteger(quota.limit), left: formatInteger(quota.left) })
          }
        />
        <Metric
          label={t(`usage.areas.${area}.inPeriod`)}
          value={formatInteger(used)}
          base={
            former === null
              ? t(`usage.areas.${area}.unit`)
              : t("terms.vsTotalInThePreviousPeriod", { total: formatInteger(former) })
          }
        />
        <Metric
          label={t("usage.resets")}
          value={quota.resetsAt ? formatDate(quota.resetsAt, "D MMM") : "–"}
          base={t(`usage.areas.${area}.resetsHelp`)}
        />
      </Columns>
      {rows.length === 0 ? (
        <Box component="p" m={0} py={40} px="md" c="var(--text2)" ta="center">
          {t(`usage.areas.${area}.nothing`)}
        </Box>
      ) : (
        <ChartCard
          title={title}
          note={t(`usage.areas.${area}.counted`)}
          head={[t("words.time"), t(`usage.areas.${area}.head`)]}
          rows={points.map(({ at, values }) => [
            formatDate(at, `YYYY-MM-DD${unit === "day" ? "" : " HH:mm"}`),
            values.used ?? 0,
          ])}
          fileName={title}
        >
          <TimeChart
            label={`${title}: ${formatInteger(used)}`}
            series={[{ key: "used", label: t(`usage.areas.${area}.head`), colour: 1 }]}
            points={points}
            tickOf={(at) => formatDate(at, unit === "day" ? "D MMM" : clock)}
            titleOf={(at) => formatDate(at, unit === "day" ? "ddd D MMM YYYY" : `D MMM, ${clock}`)}
            isUnfinished={isUntilNow}
          />
        </ChartCard>
      )}
    </Box>
  );
}

const COLOURS = {
  ok: { bar: "var(--vendor-edge)", text: "var(--text2)" },
  near: { bar: "var(--warn-dot)", text: "var(--warn)" },
  out: { bar: "var(--bad-dot)", text: "var(--bad)" },
} as const;

/** One counter of the plan. */
function Meter({ counter }: { readonly counter: Counter }) {
  const { t } = useTranslation();
  const { subfeature, used, limit, left, resetsAt } = counter;
  const level = getUsageLevel(counter);
  const name = t(toTextKey(`usage.names.${subfeature}`));
  return (
    <Stack gap="xs" p="md" fz="sm" lh="sm" className="figures">
      <Flex gap="2px 12px" justify="space-between" wrap="wrap">
        <Box component="b" fw={500}>
          {name}
        </Box>
        <Box component="span" c="var(--text2)">
          {formatInteger(used)}
          {limit < 0 ? null : ` ${t("words.ofLimit", { limit: formatInteger(limit) })}`}
        </Box>
      </Flex>
      {limit > 0 ? (
        <ShareBar
          share={used / limit}
          colour={COLOURS[level].bar}
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
        />
      ) : null}
      <Text size="xs" c={COLOURS[level].text}>
        {level === "ok"
          ? resetsAt
            ? t("terms.resetsOnDate", { date: formatDate(resetsAt, "D MMM") })
            : limit < 0
              ? t("usage.unlimited")
              : t("usage.left", { left: formatInteger(left) })
          : t(`usage.levels.${level}`, { percent: Math.floor((used / limit) * 100), left: formatInteger(left) })}
      </Text>
    </Stack>
  );
}
