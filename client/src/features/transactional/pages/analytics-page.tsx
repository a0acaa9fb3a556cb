import { Flex, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { buildSpan, type DateRange, getToday, readRange, writeRange } from "@/lib/date-range";
import { formatDate } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageBody } from "@/ui/components/page-body";
import { PageHead } from "@/ui/components/page-head";
import { Panel } from "@/ui/components/panel";
import { Segmented } from "@/ui/components/segmented";
import { DateRangePicker } from "@/ui/dates/date-range-picker";
import { useActivity } from "../activity";
import { GROUPINGS, refreshAnalytics, UNITS, useAnalytics } from "../analytics/analytics-data";
import { EmailChart } from "../analytics/email-chart";
import { GroupsList } from "../analytics/groups-list";
import { MetricsRow } from "../analytics/metrics-row";
import { formatDuration } from "../message/timeline-steps";
import type { Analytics } from "../shapes";
import { useOnActivity } from "../use-on-activity";

const KEEP_SCROLL_POSITION = { preventScrollReset: true } as const;
const DEFAULT_PERIOD: DateRange = { preset: "7", from: undefined, to: undefined };
/** Minimum interval between two fetches while activity events arrive. */
const FETCH_MS = 5000;

/** Statistics of transactional email, over time and by group, compared with the previous period (TRX-44, TRX-76). */
export function TrxAnalyticsPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const period = params.has("range") ? readRange(params, Date.now()) : DEFAULT_PERIOD;
  const unit = UNITS.find((name) => name === params.get("unit"));
  const groupBy = GROUPINGS.find((name) => name === params.get("group")) ?? "domain";
  const isCompared = params.get("compare") !== "no";
  const span = buildSpan(period, Date.now());
  const analytics = useAnalytics({ span, unit, isCompared });
  const { data } = analytics;
  const { revision } = useActivity(() => refreshAnalytics(client));

  useOnActivity(revision, FETCH_MS, () => refreshAnalytics(client));

  /** Sets a URL parameter. `ends` are other parameters that no longer apply. */
  function setParam(name: string, value: string | undefined, ends: readonly string[] = []): void {
    const next = new URLSearchParams(params);
    for (const other of ends) next.delete(other);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    setParams(next, KEEP_SCROLL_POSITION);
  }

  function goTo(range: DateRange): void {
    const next = writeRange(range, params);
    next.delete("page");
    // Other screens default to "all"; here the URL must say it.
    if (range.preset === DEFAULT_PERIOD.preset) next.delete("range");
    else next.set("range", range.preset);
    setParams(next, KEEP_SCROLL_POSITION);
  }

  const states = [t("terms.transactionalEmail")];
  if (data?.former) {
    const lengthMs = Date.parse(data.to) - Date.parse(data.from);
    states.push(
      t("terms.comparedWithFromToTo", {
        from: formatDate(Date.parse(data.from) - lengthMs, "D MMM"),
        to: formatDate(Date.parse(data.from) - 1000, "D MMM"),
      }),
    );
  }
  if (data?.retentionDays) states.push(t("transactional.events.keptFor", { count: data.retentionDays }));
  return (
    <>
      <PageHead
        title={t("transactional.analytics.title")}
        crumbs={[{ label: t("shell.groups.transactional") }, { label: t("words.analytics") }]}
        state={states}
        actions={
          <DateRangePicker
            label={t("terms.period")}
            range={period}
            rules={{ retentionDays: data?.retentionDays }}
            onChange={goTo}
          />
        }
      />
      {analytics.isLoadingError ? (
        <LoadFailed failure={analytics.error} onRetry={() => void analytics.refetch()} />
      ) : data ? (
        <PageBody isStale={analytics.isPlaceholderData}>
          <Card isFlush>
            <section aria-label={t("terms.keyMetrics")}>
              <MetricsRow analytics={data} />
            </section>
          </Card>
          <Card isFlush>
            <EmailChart
              analytics={data}
              isUntilNow={period.preset !== "custom" || period.to === getToday(Date.now())}
              tools={
                <Segmented
                  label={t("transactional.analytics.unit")}
                  value={data.unit}
                  options={UNITS.map((value) => ({ value, label: t(`transactional.analytics.units.${value}`) }))}
                  onChange={(value) => setParam("unit", value)}
                />
              }
            />
          </Card>
          {data.latency ? <Latency latency={data.latency} /> : null}
          <GroupsList
            span={span}
            by={groupBy}
            onBy={(by) => setParam("group", by === "domain" ? undefined : by, ["page", "search"])}
            isCompared={isCompared}
            onCompare={(is) => setParam("compare", is ? undefined : "no")}
          />
        </PageBody>
      ) : (
        <PageBody aria-hidden="true">
          {[108, 304, 220].map((height) => (
            <Card key={height} isFlush height={height} />
          ))}
        </PageBody>
      )}
    </>
  );
}

function Latency({ latency }: { readonly latency: NonNullable<Analytics["latency"]> }) {
  const { t } = useTranslation();
  return (
    <Panel component="section" gap={0} aria-label={t("transactional.message.facts.latency")}>
      <Group
        component="header"
        gap="4px 12px"
        justify="space-between"
        py="sm"
        px="md"
        style={{ borderBlockEnd: "1px solid var(--line)" }}
      >
        <Text component="h2" size="sm" fw={600}>
          {t("transactional.message.facts.latency")}
        </Text>
        <Text component="small" size="xs" lh="sm" c="dimmed">
          {t("transactional.analytics.latencyOf", { count: latency.count, total: formatInteger(latency.count) })}
        </Text>
      </Group>
      <Flex component="dl" gap="8px 32px" wrap="wrap" m={0} py="sm" px="md">
        {(["p50", "p95", "p99"] as const).map((name) => {
          const { key, words } = formatDuration(latency[name]);
          return (
            <Flex gap="xs" align="baseline" key={name}>
              <Text component="dt" size="xs" c="var(--text2)">
                {t(`transactional.analytics.percentiles.${name}`)}
              </Text>
              <Text component="dd" fw={500} className="figures">
                {t(key, words)}
              </Text>
            </Flex>
          );
        })}
      </Flex>
    </Panel>
  );
}
