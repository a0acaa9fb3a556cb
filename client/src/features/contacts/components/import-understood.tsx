import { IconArrowRight } from "@tabler/icons-react";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { formatDay } from "../day";
import type { ColumnPreview } from "../import/preview-data";
import { EMAIL_TARGET } from "../import-machine";
import classes from "./import-wizard.module.css";

interface Props {
  readonly target: string;
  /** Undefined until it is told. */
  readonly column: ColumnPreview | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** How the cells of a column are understood: some that fit, some that don't, and how many there are of these. */
export function ImportUnderstood({ target, column }: Props) {
  const { t } = useTranslation();
  if (!column) return <div className={classes.waiting} aria-hidden="true" />;
  const { examples, filled, wrong } = column;
  if (examples.length === 0) return <span className={classes.quiet}>{t("contacts.allEmpty")}</span>;
  return (
    <>
      <ul className={classes.examples}>
        {examples.map(({ row, read, stored, reason }) => (
          <li key={row} data-wrong={stored === null || undefined}>
            <bdi title={t("contacts.rowOf", { row: integer(row), cell: read })}>{read || t("contacts.allEmpty")}</bdi>
            {stored === null ? <em>{reason}</em> : <Stored read={read} text={stored} />}
          </li>
        ))}
      </ul>
      <p className={classes.counts}>
        {target === EMAIL_TARGET ? t("contacts.effectEmail") : t("contacts.filledCells", { total: integer(filled) })}
        {wrong > 0 ? <strong>{t("contacts.wrongCells", { count: wrong, total: integer(wrong) })}</strong> : null}
      </p>
    </>
  );
}

/** What would be stored, where it isn't what is read: a day in words, so that day and month can't be mistaken. */
function Stored({ read, text }: { readonly read: string; readonly text: string }) {
  const said = DAY.test(text) ? formatDay(text) : text;
  if (said === read) return null;
  return (
    <span>
      <IconArrowRight size={12} stroke={1.9} aria-hidden="true" />
      <bdi>{said}</bdi>
    </span>
  );
}
