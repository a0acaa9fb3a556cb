import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { integer } from "@/lib/filters";
import type { Pace } from "../import-pace";
import type { ContactImport } from "../imports-data";
import { ImportFigures } from "./import-figures";
import classes from "./import-progress.module.css";

interface Props {
  readonly status: ContactImport;
  readonly pace: Pace | undefined;
}

/** Longer than this reads in minutes. */
const MINUTES_FROM_SECONDS = 90;

/** Share of the rows that are dealt with, in whole percent; 100 only when all are. */
export function percentOf({ done, total }: Pick<ContactImport, "done" | "total">): number {
  return total <= 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
}

/** How far an import is: how much of how much, how fast, how long still, and what became of the rows so far. */
export function ImportProgress({ status, pace }: Props) {
  const { t } = useTranslation();
  const percent = percentOf(status);
  const aside = status.total > 0 ? (status.failed / status.total) * 100 : 0;
  const minutes = pace && pace.secondsLeft >= MINUTES_FROM_SECONDS;
  return (
    <div className={classes.progress}>
      <div className={classes.head}>
        <IconFileSpreadsheet size={16} stroke={1.7} aria-hidden="true" />
        <span className={classes.file} title={status.file}>
          {status.file}
        </span>
        <span className={classes.percent}>{percent} %</span>
      </div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t("contacts.importing", { file: status.file })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={classes.done} style={{ inlineSize: `${Math.max(0, percent - aside)}%` }} />
        <div className={classes.aside} style={{ inlineSize: `${aside}%` }} />
      </div>
      <p className={classes.pace}>
        <span>{t("contacts.rowsOf", { done: integer(status.done), total: integer(status.total) })}</span>
        {pace ? <span>{t("ui.perSecond", { rate: integer(Math.round(pace.rowsPerSecond)) })}</span> : null}
        <span>
          {!pace
            ? t("contacts.paceUnknown")
            : minutes
              ? t("ui.minutesLeft", { count: Math.ceil(pace.secondsLeft / 60) })
              : t("ui.secondsLeft", { count: Math.ceil(pace.secondsLeft) })}
        </span>
      </p>
      <ImportFigures {...status} />
    </div>
  );
}
