import { formatDecimal } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Sparkline } from "@/ui/charts/sparkline";
import { Columns } from "@/ui/components/columns";
import { Metric } from "@/ui/components/metric";
import type { Analytics } from "../shapes";
import { DISPLAYED_METRICS, getShare, getShareChange, isShareOfSubmitted } from "./metrics";

interface Props {
  readonly analytics: Analytics;
}

/** Metrics of a period, with the change since the previous one if requested. */
export function MetricsRow({ analytics: { figures, former, series } }: Props) {
  const { t } = useTranslation();
  return (
    <Columns count={6} minWidth={150} isLined>
      {DISPLAYED_METRICS.map((shown) => {
        const now = getShare(figures, shown);
        const before = former ? getShare(former, shown) : undefined;
        const delta = before ? getShareChange(now, before, shown) : undefined;
        const percent = now.whole ? (now.part / now.whole) * 100 : undefined;
        const isRate = now.whole !== undefined;
        return (
          <div key={shown}>
            <Metric
              label={t(shown === "accepted" ? "terms.accepted" : `transactional.types.${shown}`)}
              value={
                isRate
                  ? percent === undefined
                    ? "–"
                    : formatDecimal(percent, percent < 1 ? 2 : 1)
                  : formatInteger(now.part)
              }
              {...(percent === undefined ? {} : { unit: "%" })}
              base={
                isRate
                  ? t(
                      isShareOfSubmitted(shown)
                        ? "transactional.analytics.partOfSent"
                        : "transactional.analytics.partOf",
                      {
                        part: formatInteger(now.part),
                        whole: formatInteger(now.whole ?? 0),
                      },
                    )
                  : before
                    ? t("terms.vsTotalInThePreviousPeriod", { total: formatInteger(before.part) })
                    : t("terms.recipients2")
              }
              {...(delta ? { delta } : {})}
              sparkline={<Sparkline values={series.map((point) => point.figures[shown])} />}
            />
          </div>
        );
      })}
    </Columns>
  );
}
