import type { ReactNode } from "react";
import { formatDate, getTimePattern } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ChartCard } from "@/ui/charts/chart-card";
import { fillPeriods, type Series } from "@/ui/charts/series";
import { TimeChart } from "@/ui/charts/time-chart-slot";
import type { Analytics } from "../shapes";
import classes from "./analytics.module.css";

const LINES = ["delivered", "opened", "clicked"] as const;
const KEYS = ["accepted", ...LINES, "bounced", "complained"] as const;

interface Props {
  readonly analytics: Analytics;
  /** Whether the period ends now, so that its last interval is incomplete. */
  readonly isUntilNow: boolean;
  readonly tools?: ReactNode;
}

/** Delivered, opened and clicked messages over the period, with bounces as bars below. */
export function EmailChart({ analytics, isUntilNow, tools }: Props) {
  const { t } = useTranslation();
  const { unit, series: rows, figures } = analytics;
  const title = t(`transactional.analytics.over.${unit}`);
  const points = fillPeriods(
    rows.map((row) => ({
      at: Date.parse(row.at),
      values: Object.fromEntries(KEYS.map((key) => [key, row.figures[key]])),
    })),
    KEYS,
    { start: Date.parse(analytics.from), end: Math.min(Date.parse(analytics.to), Date.now()), unit },
  );
  const series: readonly Series[] = LINES.map((key, index) => ({
    key,
    label: t(`transactional.types.${key}`),
    colour: index === 0 ? 1 : index === 1 ? 2 : 3,
  }));
  const { delivered, opened, clicked, bounced } = figures;
  const totals = { delivered, opened, clicked, bounced };
  const clock = getTimePattern();
  return (
    <ChartCard
      title={title}
      note={t("transactional.timesIn", { offset: formatDate(Date.now(), "Z") })}
      head={[t("words.time"), ...KEYS.map((key) => t(`transactional.types.${key}`))]}
      rows={points.map(({ at, values }) => [
        formatDate(at, `YYYY-MM-DD${unit === "day" ? "" : " HH:mm"}`),
        ...KEYS.map((key) => values[key] ?? 0),
      ])}
      fileName={t("transactional.analytics.title")}
      tools={tools}
    >
      {rows.length === 0 ? (
        <p className={classes.nothing}>{t("transactional.analytics.nothing")}</p>
      ) : (
        <TimeChart
          label={`${title}: ${LINES.map((key) => `${t(`transactional.types.${key}`)} ${formatInteger(figures[key])}`).join(", ")}`}
          series={series}
          points={points}
          tickOf={(at) => formatDate(at, unit === "day" ? "D MMM" : clock)}
          titleOf={(at) => formatDate(at, unit === "day" ? "ddd D MMM YYYY" : `D MMM, ${clock}`)}
          isUnfinished={isUntilNow}
          totals={totals}
          strip={{ key: "bounced", label: t("transactional.types.bounced"), colour: 4 }}
        />
      )}
    </ChartCard>
  );
}
