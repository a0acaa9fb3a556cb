import { formatDate, getNoon } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ChartCard } from "@/ui/charts/chart-card";
import type { Series } from "@/ui/charts/series";
import { TimeChart } from "@/ui/charts/time-chart-slot";
import type { HealthDay } from "../health-data";
import type { Totals } from "../health-status";

const KEYS = ["hardBounced", "softBounced", "blocked", "complained"] as const;
const COLOURS = [4, 3, 5, 1] as const;

interface Props {
  readonly days: readonly HealthDay[];
  readonly totals: Totals;
}

/** Bounces, blocks and complaints by day. */
export function ProblemsChart({ days, totals }: Props) {
  const { t } = useTranslation();
  const series: readonly Series[] = KEYS.map((key, index) => ({
    key,
    label: t(`delivery.${key}`),
    colour: COLOURS[index] ?? 6,
  }));
  const title = t("delivery.problemsByDay");
  return (
    <ChartCard
      title={title}
      note={t("delivery.daysIn", { offset: formatDate(Date.now(), "Z") })}
      head={[t("terms.day"), t("terms.delivered"), ...series.map(({ label }) => label)]}
      rows={days.map((day) => [day.day, day.delivered, ...KEYS.map((key) => day[key])])}
      fileName={title}
    >
      <TimeChart
        label={`${title}: ${KEYS.map((key) => `${t(`delivery.${key}`)} ${formatInteger(totals[key])}`).join(", ")}`}
        series={series}
        points={days.map((day) => ({
          at: getNoon(day.day),
          values: Object.fromEntries(KEYS.map((key) => [key, day[key]])),
        }))}
        tickOf={(at) => formatDate(at, "D MMM")}
        titleOf={(at) => formatDate(at, "ddd D MMM YYYY")}
        isUnfinished
      />
    </ChartCard>
  );
}
