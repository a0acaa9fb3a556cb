import { formatDecimal } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { fillPeriods } from "@/ui/charts/series";
import { Sparkline } from "@/ui/charts/sparkline";
import { Columns } from "@/ui/components/columns";
import { Metric } from "@/ui/components/metric";
import { describeMetricChange, getShare, HOME_METRICS, type HomeMetric } from "../metrics";
import type { Stats } from "../stats-data";
import type { BotMode } from "./bot-mode-choice";

/** Series of each metric's sparkline. */
const SPARKLINE_SERIES: Readonly<Record<HomeMetric, "sent" | "opened" | "clicked" | "failed">> = {
  sent: "sent",
  delivered: "sent",
  opened: "opened",
  clicked: "clicked",
  bounced: "failed",
};

/** Base of each metric's rate. */
const RATE_BASES: Readonly<Record<Exclude<HomeMetric, "sent">, "attempted" | "delivered">> = {
  delivered: "attempted",
  opened: "delivered",
  clicked: "delivered",
  bounced: "attempted",
};

const KEYS = ["sent", "opened", "clicked", "failed"] as const;

/** The metrics of a period and their changes. */
export function PeriodMetricsRow({ stats, machines }: { readonly stats: Stats; readonly machines: BotMode }) {
  const { t } = useTranslation();
  const { series, unit } = stats;
  const points = fillPeriods(
    series.map(({ at, sent = 0, opened = 0, clicked = 0, failed = 0 }) => ({
      at: Date.parse(at),
      values: { sent, opened, clicked, failed },
    })),
    KEYS,
    {
      start: Date.parse(stats.start ?? series[0]?.at ?? stats.end),
      end: Math.min(Date.parse(stats.end), Date.now()),
      unit,
    },
  );
  return (
    <Columns count={5} minWidth={168} isLined label={t("home.figures")}>
      {HOME_METRICS.map((shown) => {
        const now = getShare(stats.figures, shown, machines);
        const before = stats.former ? getShare(stats.former, shown, machines) : undefined;
        const delta = before ? describeMetricChange(now, before, shown) : undefined;
        const percent = now.whole ? (now.part / now.whole) * 100 : undefined;
        const isRate = now.whole !== undefined;
        return (
          <div key={shown}>
            <Metric
              label={t(`home.${shown}`)}
              value={
                isRate
                  ? percent === undefined
                    ? "–"
                    : formatDecimal(percent, percent < 1 ? 2 : 1)
                  : formatInteger(now.part)
              }
              {...(percent === undefined ? {} : { unit: "%" })}
              base={
                shown !== "sent"
                  ? t("home.partOf", {
                      part: formatInteger(now.part),
                      whole: t(`home.bases.${RATE_BASES[shown]}`, {
                        count: now.whole ?? 0,
                        total: formatInteger(now.whole ?? 0),
                      }),
                    })
                  : before
                    ? t("terms.vsTotalInThePreviousPeriod", { total: formatInteger(before.part) })
                    : t("terms.emails")
              }
              {...(delta ? { delta } : {})}
              sparkline={<Sparkline values={points.map(({ values }) => values[SPARKLINE_SERIES[shown]] ?? 0)} />}
            />
          </div>
        );
      })}
    </Columns>
  );
}
