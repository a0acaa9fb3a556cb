import { useTranslation } from "react-i18next";
import { integer } from "@/lib/filters";
import { Figure } from "@/ui/components/figure";
import { deltaOf, SHOWN, type Shown, shareOf } from "../figures";
import type { Stats } from "../stats-data";
import classes from "./period-figures-row.module.css";
import { Sparkline } from "./sparkline";

/** What the little line of a figure follows. */
const LINES: Readonly<Record<Shown, "sent" | "opened" | "clicked" | "failed">> = {
  sent: "sent",
  delivered: "sent",
  opened: "opened",
  clicked: "clicked",
  bounced: "failed",
};

/** The figures of a period with how they moved. */
export function PeriodFiguresRow({ stats }: { readonly stats: Stats }) {
  const { t } = useTranslation();
  return (
    <section className={classes.row} aria-label={t("home.figures")}>
      {SHOWN.map((shown) => {
        const now = shareOf(stats.figures, shown);
        const before = stats.former ? shareOf(stats.former, shown) : undefined;
        const delta = before ? deltaOf(now, before, shown) : undefined;
        const percent = now.whole ? (now.part / now.whole) * 100 : undefined;
        const isRate = now.whole !== undefined;
        return (
          <div key={shown} className={classes.one}>
            <Figure
              label={t(`home.${shown}`)}
              value={isRate ? (percent === undefined ? "–" : percent.toFixed(percent < 1 ? 2 : 1)) : integer(now.part)}
              {...(percent === undefined ? {} : { unit: "%" })}
              base={
                isRate
                  ? t("home.partOf", { part: integer(now.part), whole: integer(now.whole ?? 0) })
                  : before
                    ? t("home.before", { total: integer(before.part) })
                    : t("home.emails")
              }
              {...(delta ? { delta } : {})}
              sparkline={<Sparkline values={stats.series.map((point) => point[LINES[shown]] ?? 0)} />}
            />
          </div>
        );
      })}
    </section>
  );
}
