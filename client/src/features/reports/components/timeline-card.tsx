import { Box, Stack } from "@mantine/core";
import type { DateRange } from "@/lib/date-range";
import { formatDate, getTimePattern } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ChartCard } from "@/ui/charts/chart-card";
import type { Series } from "@/ui/charts/series";
import { TimeChart } from "@/ui/charts/time-chart-slot";
import { LoadFailed } from "@/ui/components/load-failed";
import { DateRangePicker } from "@/ui/dates/date-range-picker";
import { buildPoints, TIME_KEYS } from "../peak-points";
import type { Report, usePeak } from "../reports-data";
import classes from "./timeline-card.module.css";

interface Props {
  readonly report: Report;
  readonly peak: ReturnType<typeof usePeak>;
  readonly range: DateRange;
  readonly onRange: (range: DateRange) => void;
}

/** Opens and clicks over a period, with sent messages as bars on the same axis. */
export function TimelineCard({ report, peak, range, onRange }: Props) {
  const { t } = useTranslation();
  const { campaign } = report;
  const { data } = peak;
  const isSending = campaign.status === "SENDING";
  const unit = data?.unit ?? "hour";
  const points = data ? buildPoints(data) : [];
  const sums = Object.fromEntries(
    TIME_KEYS.map((key) => [key, points.reduce((sum, { values }) => sum + (values[key] ?? 0), 0)]),
  ) as Record<(typeof TIME_KEYS)[number], number>;
  const isNothing = data !== undefined && TIME_KEYS.every((key) => sums[key] === 0);
  const series: readonly Series[] = [
    { key: "opened", label: t("reports.opened"), colour: 2 },
    { key: "clicked", label: t("reports.clicked"), colour: 3 },
  ];
  const clock = getTimePattern();
  const title = t(`reports.over.${unit}`);
  return (
    <div className={classes.box} data-stale={peak.isPlaceholderData || undefined}>
      <ChartCard
        title={title}
        note={data ? t("reports.timesIn", { zone: data.zone }) : null}
        head={[t("reports.time"), t("reports.opened"), t("reports.clicked"), t("reports.sent"), t("reports.bounced")]}
        rows={points.map(({ at, values }) => [
          formatDate(at, `YYYY-MM-DD${unit === "day" ? "" : " HH:mm"}`),
          values.opened ?? 0,
          values.clicked ?? 0,
          values.sent ?? 0,
          values.failed ?? 0,
        ])}
        fileName={`${campaign.name} ${t("reports.overFile")}`}
        tools={<DateRangePicker label={t("reports.period")} range={range} withTime onChange={onRange} />}
      >
        {peak.isLoadingError ? (
          <LoadFailed failure={peak.error} onRetry={() => void peak.refetch()} />
        ) : isNothing ? (
          <Stack
            component="p"
            gap={0}
            align="center"
            justify="center"
            fz="sm"
            m={0}
            px="md"
            mih={292}
            c="var(--text2)"
            ta="center"
          >
            {t("reports.nothingThen")}
          </Stack>
        ) : data ? (
          <TimeChart
            label={`${title}: ${t("reports.opened")} ${formatInteger(sums.opened)}, ${t("reports.clicked")} ${formatInteger(sums.clicked)}, ${t("reports.sent")} ${formatInteger(sums.sent)}`}
            series={series}
            points={points}
            tickOf={(at) => formatDate(at, unit === "minute" ? clock : unit === "hour" ? `D MMM ${clock}` : "D MMM")}
            titleOf={(at) => formatDate(at, unit === "day" ? "DD MMM YYYY" : `DD MMM, ${clock}`)}
            isLive={isSending && range.preset !== "custom"}
            totals={{ opened: sums.opened, clicked: sums.clicked, sent: sums.sent }}
            strip={{ key: "sent", label: t("reports.sent"), colour: 1 }}
          />
        ) : (
          <Box mih={292} aria-hidden="true" />
        )}
      </ChartCard>
    </div>
  );
}
