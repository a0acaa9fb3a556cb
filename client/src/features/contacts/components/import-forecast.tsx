import { useTranslation } from "react-i18next";
import { integer } from "@/lib/filters";
import type { Existing } from "../import-machine";
import type { PreparedImport } from "../imports-data";
import { ImportFigures } from "./import-figures";
import classes from "./import-wizard.module.css";

interface Props {
  readonly forecast: PreparedImport["forecast"];
  readonly existing: Existing;
}

/** What the file would do, before anything is done. */
export function ImportForecast({ forecast, existing: mode }: Props) {
  const { t } = useTranslation();
  const { new: added = 0, existing = 0, bad = 0, duplicates = 0, rows = 0, exact = true } = forecast;
  return (
    <>
      <ImportFigures
        added={added}
        updated={existing}
        failed={bad}
        words={{
          added: t("contacts.willAdd"),
          updated: t(`contacts.existing.${mode}Will`),
          failed: t("contacts.willSetAside"),
        }}
      />
      <p className={classes.quiet}>
        {exact ? t("contacts.forecastExact") : t("contacts.forecastPartial", { total: integer(rows) })}
        {duplicates > 0
          ? ` ${t(`contacts.existing.${mode}Repeated`, { count: duplicates, total: integer(duplicates) })}`
          : ""}
      </p>
    </>
  );
}
