import { useTranslation } from "react-i18next";
import { integer, rate } from "@/lib/filters";
import type { Figures, Report } from "../reports-data";
import classes from "./losses-card.module.css";

interface Row {
  readonly key: string;
  readonly value: number;
  readonly note: string;
}

interface Props {
  readonly figures: Figures;
  /** Why people unsubscribed, the most given first. */
  readonly reasons: Report["reasons"];
}

/** What did not arrive, and who does not want more: each with what it is a share of. */
export function LossesCard({ figures, reasons }: Props) {
  const { t } = useTranslation();
  const { sent, failed, inDoubt, delivered, hardBounced, softBounced, retried } = figures;
  const handed = sent + failed + inDoubt;
  const bounced = hardBounced + softBounced;
  const of = (value: number, base: number) => t("reports.shareOf", { share: rate(value, base), base: integer(base) });
  const rows: readonly Row[] = [
    {
      key: "bounced",
      value: bounced,
      note:
        bounced > 0
          ? `${of(bounced, handed)}, ${t("reports.hardSoft", { hard: integer(hardBounced), soft: integer(softBounced) })}`
          : of(bounced, handed),
    },
    ...(retried > 0 ? [{ key: "waiting", value: retried, note: t("reports.waitingHelp") }] : []),
    ...(inDoubt > 0 ? [{ key: "inDoubt", value: inDoubt, note: t("reports.inDoubtHelp") }] : []),
    { key: "suppressed", value: figures.suppressed, note: t("reports.suppressedHelp") },
    ...(figures.skipped > 0 ? [{ key: "skipped", value: figures.skipped, note: t("reports.skippedHelp") }] : []),
    {
      key: "unsubscribed",
      value: figures.unsubscribed,
      note: [
        of(figures.unsubscribed, delivered),
        ...reasons.map(({ reason, count }) => `${integer(count)} ${t(`reports.reasons.${reason}`)}`),
      ].join(", "),
    },
    { key: "complained", value: figures.complained, note: of(figures.complained, delivered) },
  ];
  return (
    <section className={classes.card} aria-label={t("reports.losses")}>
      <dl>
        {rows.map(({ key, value, note }) => (
          <div key={key}>
            <dt>
              {t(`reports.${key}`)}
              <small>{note}</small>
            </dt>
            <dd>{integer(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
