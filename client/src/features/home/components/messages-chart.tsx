import { formatDate, getTimePattern } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ChartCard } from "@/ui/charts/chart-card";
import { fillPeriods, type Series } from "@/ui/charts/series";
import { TimeChart } from "@/ui/charts/time-chart-slot";
import { getShare } from "../metrics";
import type { Stats } from "../stats-data";
import type { BotMode } from "./bot-mode-choice";
import classes from "./messages-chart.module.css";

const KEYS = ["delivered", "opened", "clicked"] as const;

interface Props {
  readonly stats: Stats;
  readonly machines: BotMode;
  /** Whether the period ends now, so that its last part is incomplete. */
  readonly isUntilNow: boolean;
}

/** Delivered, opened and clicked messages over the period. */
export function MessagesChart({ stats, machines, isUntilNow }: Props) {
  const { t } = useTranslation();
  const { unit, series: rows, figures } = stats;
  if (rows.length === 0) {
    return (
      <section className={classes.none} aria-label={t("home.chartTitle")}>
        <h2>{t("home.chartTitle")}</h2>
        <p>{t("home.nothingThen")}</p>
      </section>
    );
  }
  const points = fillPeriods(
    rows.map((row) => ({
      at: Date.parse(row.at),
      values: { delivered: row.sent ?? 0, opened: row.opened ?? 0, clicked: row.clicked ?? 0 },
    })),
    KEYS,
    {
      start: Date.parse(stats.start ?? rows[0]?.at ?? stats.end),
      end: Math.min(Date.parse(stats.end), Date.now()),
      unit,
    },
  );
  const series: readonly Series[] = KEYS.map((key, index) => ({
    key,
    label: t(`home.${key}`),
    colour: index === 0 ? 1 : index === 1 ? 2 : 3,
  }));
  const clock = getTimePattern();
  const title = t(`home.over.${unit}`);
  return (
    <ChartCard
      title={title}
      note={t("home.timesIn", { offset: formatDate(Date.now(), "Z") })}
      head={[t("words.time"), ...series.map(({ label }) => label)]}
      rows={points.map(({ at, values }) => [
        formatDate(at, `YYYY-MM-DD${unit === "day" ? "" : " HH:mm"}`),
        ...KEYS.map((key) => values[key] ?? 0),
      ])}
      fileName={t("home.chartTitle")}
    >
      <TimeChart
        label={`${title}: ${KEYS.map((key) => `${t(`home.${key}`)} ${formatInteger(getShare(figures, key, machines).part)}`).join(", ")}`}
        series={series}
        points={points}
        tickOf={(at) => formatDate(at, unit === "day" ? "D MMM" : clock)}
        titleOf={(at) => formatDate(at, unit === "day" ? "ddd D MMM YYYY" : `D MMM, ${clock}`)}
        isUnfinished={isUntilNow}
      />
    </ChartCard>
  );
}
