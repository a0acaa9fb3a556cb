import { useTranslation } from "react-i18next";
import { integer } from "@/lib/filters";
import classes from "./import-progress.module.css";

interface Props {
  readonly added: number;
  readonly updated: number;
  readonly failed: number;
}

/** What became of the rows of an import, or would become. */
export function ImportFigures({ added, updated, failed }: Props) {
  const { t } = useTranslation();
  return (
    <dl className={classes.figures}>
      <div data-kind="added">
        <dt>{t("contacts.added")}</dt>
        <dd>{integer(added)}</dd>
      </div>
      <div data-kind="updated">
        <dt>{t("contacts.updated")}</dt>
        <dd>{integer(updated)}</dd>
      </div>
      <div data-kind="failed">
        <dt>{t("contacts.setAside")}</dt>
        <dd>{integer(failed)}</dd>
      </div>
    </dl>
  );
}
