import { decimal } from "@/lib/decimals";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { everyStretch } from "@/ui/charts/series";
import { Sparkline } from "@/ui/charts/sparkline";
import { Columns } from "@/ui/components/columns";
import { Figure } from "@/ui/components/figure";
import { describeMetricChange, SHOWN, type ShownMetric, shareOf } from "../metrics";
import type { Stats } from "../stats-data";
import type { Machines } from "./machines-choice";

/** Series of each metric's sparkline. */
const LINES: Readonly<Record<ShownMetric, "sent" | "opened" | "clicked" | "failed">> = {
  sent: "sent",
  delivered: "sent",
  opened: "opened",
  clicked: "clicked",
  bounced: "failed",
};

/** Base of each metric's rate. */
const BASES: Readonly<Record<Exclude<ShownMetric, "sent">, "attempted" | "delivered">> = {
  delivered: "attempted",
  opened: "delivered",
  clicked: "delivered",
  bounced: "attempted",
};

const KEYS = ["sent", "opened", "clicked", "failed"] as const;

/** The metrics of a period and their changes. */
export function PeriodMetricsRow({ stats, machines }: { readonly stats: Stats; readonly machines: Machines }) {
  const { t } = useTranslation();
  const { series, unit } = stats;
  const points = everyStretch(
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
      {SHOWN.map((shown) => {
        const now = shareOf(stats.figures, shown, machines);
        const before = stats.former ? shareOf(stats.former, shown, machines) : undefined;
        const delta = before ? describeMetricChange(now, before, shown) : undefined;
        const percent = now.whole ? (now.part / now.whole) * 100 : undefined;
        const isRate = now.whole !== undefined;
        return (
          <div key={shown}>
            <Figure
              label={t(`home.${shown}`)}
              value={isRate ? (percent === undefined ? "–" : decimal(percent, percent < 1 ? 2 : 1)) : integer(now.part)}
              {...(percent === undefined ? {} : { unit: "%" })}
              base={
                shown !== "sent"
                  ? t("home.partOf", {
                      part: integer(now.part),
                      whole: t(`home.bases.${BASES[shown]}`, { count: now.whole ?? 0, total: integer(now.whole ?? 0) }),
                    })
                  : before
                    ? t("terms.vsTotalInThePreviousPeriod", { total: integer(before.part) })
                    : t("terms.emails")
              }
              {...(delta ? { delta } : {})}
              sparkline={<Sparkline values={points.map(({ values }) => values[LINES[shown]] ?? 0)} />}
            />
          </div>
        );
      })}
    </Columns>
  );
}
