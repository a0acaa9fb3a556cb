import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Span } from "@/lib/date-range";
import { type DateRange, writeRange } from "@/lib/date-range";
import classes from "./analytics.module.css";
import { useAnalytics } from "./analytics-data";
import { FiguresRow } from "./figures-row";

interface Props {
  readonly period: DateRange;
  readonly span: Span;
}

/** The SMTP figures of a period, beside those of the campaigns (TRX-76). */
export function HomeCard({ period, span }: Props) {
  const { t } = useTranslation();
  const { data } = useAnalytics({ span });
  // Beside the campaigns, what can't be had is left out: its own screen says why.
  if (!data || data.figures.accepted === 0) return null;
  const range = writeRange(period);
  range.set("range", period.preset);
  return (
    <section className={classes.card} aria-labelledby="smtp-figures">
      <header className={classes.head}>
        <h2 id="smtp-figures">{t("transactional.analytics.title")}</h2>
        <Link to={`/analytics/smtp?${range}`}>{t("transactional.analytics.more")}</Link>
      </header>
      <FiguresRow analytics={data} />
    </section>
  );
}
