import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./lists.module.css";
import type { Suppressed } from "./suppressions-data";

/** What came of addresses that were put on the list. */
export function Outcome({ of: { added, known, invalid, examples } }: { readonly of: Suppressed }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <ul className={classes.outcome}>
        <li>{t("suppressions.added", { count: added, total: integer(added) })}</li>
        {known > 0 ? <li>{t("suppressions.known", { total: integer(known) })}</li> : null}
        {invalid > 0 ? <li>{t("suppressions.invalid", { total: integer(invalid) })}</li> : null}
      </ul>
      {examples.length > 0 ? <p className={classes.examples}>{examples.join(", ")}</p> : null}
    </div>
  );
}
