import { Box } from "@mantine/core";
import { formatDate, getTimePattern } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { ChartCard } from "@/ui/charts/chart-card";
import { fillPeriods } from "@/ui/charts/series";
import { TimeChart } from "@/ui/charts/time-chart-slot";
import type { ReportOverview } from "../overview-data";

const KEYS = ["sent", "opened", "clicked"] as const;

/** Activity of all campaigns over the period. */
export function TrendChart({ overview }: { readonly overview: ReportOverview }) {
  const { t } = useTranslation();
  const { series: rows, unit, start, end } = overview;
  if (rows.length === 0) return null;
  const points = fillPeriods(
    rows.map(({ at, sent = 0, opened = 0, clicked = 0 }) => ({
      at: Date.parse(at),
      values: { sent, opened, clicked },
    })),
    KEYS,
    { start: Date.parse(start ?? rows[0]?.at ?? end), end: Math.min(Date.parse(end), Date.now()), unit },
  );
  const series = KEYS.map((key, index) => ({
    key,
    label: t(`overview.lines.${key}`),
    colour: index === 0 ? (1 as const) : index === 1 ? (2 as const) : (3 as const),
  }));
  const title = t(`overview.over.${unit === "day" ? "day" : "hour"}`);
  const clock = getTimePattern();
  return (
    <Box bdrs="lg" miw={0} bd="1px solid var(--line)" bg="var(--surface)">
      <ChartCard
        title={title}
        note={t("overview.anyCampaign")}
        head={[t("words.time"), ...series.map(({ label }) => label)]}
        rows={points.map(({ at, values }) => [
          formatDate(at, `YYYY-MM-DD${unit === "day" ? "" : " HH:mm"}`),
          ...KEYS.map((key) => values[key] ?? 0),
        ])}
        fileName={title}
      >
        <TimeChart
          label={title}
          series={series}
          points={points}
          tickOf={(at) => formatDate(at, unit === "day" ? "D MMM" : clock)}
          titleOf={(at) => formatDate(at, unit === "day" ? "ddd D MMM YYYY" : `D MMM, ${clock}`)}
        />
      </ChartCard>
    </Box>
  );
}
