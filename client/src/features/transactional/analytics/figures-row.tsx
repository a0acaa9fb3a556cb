import { decimal } from "@/lib/decimals";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Sparkline } from "@/ui/charts/sparkline";
import { Columns } from "@/ui/components/columns";
import { Figure } from "@/ui/components/figure";
import type { Analytics } from "../shapes";
import { changeOf, isOfSent, SHOWN, shareOf } from "./figures";

interface Props {
  readonly analytics: Analytics;
}

/** Metrics of a period, with the change since the previous one if requested. */
export function FiguresRow({ analytics: { figures, former, series } }: Props) {
  const { t } = useTranslation();
  return (
    <Columns count={6} minWidth={150} isLined>
      {SHOWN.map((shown) => {
        const now = shareOf(figures, shown);
        const before = former ? shareOf(former, shown) : undefined;
        const delta = before ? changeOf(now, before, shown) : undefined;
        const percent = now.whole ? (now.part / now.whole) * 100 : undefined;
        const isRate = now.whole !== undefined;
        return (
          <div key={shown}>
            <Figure
              label={t(shown === "accepted" ? "terms.accepted" : `transactional.types.${shown}`)}
              value={isRate ? (percent === undefined ? "–" : decimal(percent, percent < 1 ? 2 : 1)) : integer(now.part)}
              {...(percent === undefined ? {} : { unit: "%" })}
              base={
                isRate
                  ? t(isOfSent(shown) ? "transactional.analytics.partOfSent" : "transactional.analytics.partOf", {
                      part: integer(now.part),
                      whole: integer(now.whole ?? 0),
                    })
                  : before
                    ? t("terms.vsTotalInThePreviousPeriod", { total: integer(before.part) })
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
