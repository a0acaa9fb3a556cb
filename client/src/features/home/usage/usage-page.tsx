import { Box, Flex } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { usageQuery } from "@/features/session/public";
import { readRange, spanOf, today, writeRange } from "@/lib/date-range";
import { formatDate, timePattern } from "@/lib/dates";
import { integer } from "@/lib/filters";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { ChartCard } from "@/ui/charts/chart-card";
import { everyStretch } from "@/ui/charts/series";
import { TimeChart } from "@/ui/charts/time-chart-slot";
import { Figure } from "@/ui/components/figure";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { DateRangePicker } from "@/ui/dates/date-range-picker";
import { type Area, type Counter, levelOf, shownOf, type UsageStats, useUsage } from "./usage-data";
import classes from "./usage-page.module.css";

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
  const span = spanOf(period, Date.now());
  const stats = useUsage("email", span);
  const tests = useUsage("ab", span);
  const counters = useQuery(usageQuery);
  const failed = [stats, tests, counters].find(({ isLoadingError }) => isLoadingError);
  const isUntilNow = period.preset !== "custom" || period.to === today(Date.now());
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
        <div className={classes.page} data-stale={stats.isPlaceholderData || tests.isPlaceholderData || undefined}>
          <Used area="email" stats={stats.data} isUntilNow={isUntilNow} />
          {hasTests(tests.data) ? <Used area="ab" stats={tests.data} isUntilNow={isUntilNow} /> : null}
          <section className={classes.counters} aria-label={t("usage.counters")}>
            {shownOf(counters.data.counters).map((counter) => (
              <Meter key={counter.name} counter={counter} />
            ))}
          </section>
        </div>
      ) : (
        <div className={classes.page} aria-hidden="true">
          {SKELETON_ROWS.map(([name, height]) => (
            <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" key={name} style={{ blockSize: height }} />
          ))}
        </div>
      )}
    </>
  );
}

/** Whether the plan has A/B tests, or had them when some were sent. */
function hasTests({ quota, used }: UsageStats): boolean {
  return quota.limit !== 0 || quota.used > 0 || used > 0;
}

interface UsedProps {
  readonly area: Area;
  readonly stats: UsageStats;
  readonly isUntilNow: boolean;
}

/** An area's usage in the plan's month, in the period and the previous one, and by day. */
function Used({ area, stats, isUntilNow }: UsedProps) {
  const { t } = useTranslation();
  const { quota, series: rows, unit, used, former } = stats;
  const clock = timePattern();
  const title = t(`usage.areas.${area}.${unit === "day" ? "byDay" : "byHour"}`);
  const points = everyStretch(
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
      <div className={classes.figures}>
        <Figure
          label={t(`usage.areas.${area}.thisMonth`)}
          value={integer(quota.used)}
          base={
            quota.limit < 0
              ? t("usage.unlimited")
              : t("usage.ofLimit", { limit: integer(quota.limit), left: integer(quota.left) })
          }
        />
        <Figure
          label={t(`usage.areas.${area}.inPeriod`)}
          value={integer(used)}
          base={
            former === null
              ? t(`usage.areas.${area}.unit`)
              : t("terms.vsTotalInThePreviousPeriod", { total: integer(former) })
          }
        />
        <Figure
          label={t("usage.resets")}
          value={quota.resetsAt ? formatDate(quota.resetsAt, "D MMM") : "–"}
          base={t(`usage.areas.${area}.resetsHelp`)}
        />
      </div>
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
            label={`${title}: ${integer(used)}`}
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

/** A counter of the plan. */
function Meter({ counter }: { readonly counter: Counter }) {
  const { t } = useTranslation();
  const { subfeature, used, limit, left, resetsAt } = counter;
  const level = levelOf(counter);
  const name = t(composedKey(`usage.names.${subfeature}`));
  return (
    <div className={classes.meter}>
      <Flex gap="2px 12px" justify="space-between" wrap="wrap">
        <Box component="b" fw={500}>
          {name}
        </Box>
        <Box component="span" c="var(--text2)">
          {integer(used)}
          {limit < 0 ? null : ` ${t("words.ofLimit", { limit: integer(limit) })}`}
        </Box>
      </Flex>
      {limit > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: the meter element cannot be drawn alike in every browser
        <div
          className={classes.track}
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
        >
          <div data-level={level} style={{ inlineSize: `${Math.min(1, used / limit) * 100}%` }} />
        </div>
      ) : null}
      <p data-level={level}>
        {level === "ok"
          ? resetsAt
            ? t("terms.resetsOnDate", { date: formatDate(resetsAt, "D MMM") })
            : limit < 0
              ? t("usage.unlimited")
              : t("usage.left", { left: integer(left) })
          : t(`usage.levels.${level}`, { percent: Math.floor((used / limit) * 100), left: integer(left) })}
      </p>
    </div>
  );
}
