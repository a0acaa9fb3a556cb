import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { Series } from "./series";
import classes from "./time-chart.module.css";

interface Props {
  readonly totals: Readonly<Record<string, number>>;
  readonly series: readonly Series[];
}

/** Legend of a chart with totals. They are labelled as totals to tell them apart from the last values of the lines. */
export function Totals({ totals, series }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.totals}>
      {series.map(({ key, label, colour }) => {
        const total = totals[key];
        return total === undefined ? null : (
          <li key={key}>
            <i style={{ background: `var(--chart-${colour})` }} />
            {label}
            <span>{t("ui.inTotal", { total: formatInteger(total) })}</span>
          </li>
        );
      })}
    </ul>
  );
}
