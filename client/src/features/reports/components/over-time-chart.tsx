import { Box } from "@mantine/core";
import { formatDate, getTimePattern } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ChartCard } from "@/ui/charts/chart-card";
import type { Series } from "@/ui/charts/series";
import { TimeChart } from "@/ui/charts/time-chart-slot";
import { LoadFailed } from "@/ui/components/load-failed";
import { countReached } from "../metrics";
import { buildPoints } from "../peak-points";
import type { ReportRef } from "../report-ref";
import { type Report, usePeak } from "../reports-data";

const ALL_TIME = { start: undefined, end: undefined } as const;

/** Opens and clicks over time. Always names bot activity, even if excluded. */
export function OverTimeChart({ report, of }: { readonly report: Report; readonly of: ReportRef }) {
  const { t } = useTranslation();
  const { campaign, figures, pace } = report;
  const peak = usePeak(of, ALL_TIME);
  const { opened, clicked } = countReached(figures, of.machines);
  const isSending = campaign.status === "SENDING";
  if (peak.isLoadingError) {
    return (
      <Box p="md">
        <LoadFailed failure={peak.error} onRetry={() => void peak.refetch()} />
      </Box>
    );
  }
  if (!peak.data) return <Box h={290} aria-hidden="true" />;

  const { unit } = peak.data;
  const points = buildPoints(peak.data);
  const series: readonly Series[] = [
    { key: "opened", label: t("reports.opened"), colour: 2 },
    { key: "clicked", label: t("reports.clicked"), colour: 3 },
  ];
  const clock = getTimePattern();
  const wordsOf = (at: number) => formatDate(at, unit === "day" ? "DD MMM YYYY" : `DD MMM, ${clock}`);
  const expectedAt =
    isSending && unit === "minute" && pace?.secondsLeft ? Date.now() + pace.secondsLeft * 1000 : undefined;
  const title = t(`reports.over.${unit}`);
  return (
    <ChartCard
      title={title}
      note={
        of.machines === "include"
          ? t("reports.machinesToo", { count: figures.machineOpens, total: formatInteger(figures.machineOpens) })
          : figures.machineOpens > 0
            ? t("reports.machineOpens", { count: figures.machineOpens, total: formatInteger(figures.machineOpens) })
            : t("reports.peopleOnly")
      }
      head={[t("reports.time"), t("reports.opened"), t("reports.clicked")]}
      rows={points.map(({ at, values }) => [
        formatDate(at, `YYYY-MM-DD${unit === "day" ? "" : " HH:mm"}`),
        values.opened ?? 0,
        values.clicked ?? 0,
      ])}
      fileName={`${campaign.name} ${t("reports.overFile")}`}
    >
      <TimeChart
        label={`${title}: ${t("reports.opened")} ${formatInteger(opened)}, ${t("reports.clicked")} ${formatInteger(clicked)}`}
        series={series}
        points={points}
        tickOf={(at) => formatDate(at, unit === "minute" ? clock : unit === "hour" ? `D MMM ${clock}` : "D MMM")}
        titleOf={wordsOf}
        isLive={isSending}
        totals={{ opened, clicked }}
        {...(isSending ? { unitWords: t(`reports.a.${unit}`) } : {})}
        {...(expectedAt
          ? {
              expectedEnd: {
                at: expectedAt,
                label: t("reports.endsAbout", { at: formatDate(expectedAt, clock) }),
              },
            }
          : {})}
      />
    </ChartCard>
  );
}
