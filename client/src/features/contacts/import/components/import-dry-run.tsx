import { Text } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { ExistingContactPolicy } from "../import-machine";
import type { PreparedImport } from "../imports-data";
import { ImportCounts } from "./import-counts";

interface Props {
  /** Undefined while it is calculated. */
  readonly forecast: PreparedImport["forecast"] | undefined;
  /** Number of rows in the file. */
  readonly total: number;
  readonly existing: ExistingContactPolicy;
}

/** Rows that are imported without a value; unchanged contacts do not count. */
export function countEmptied(mode: ExistingContactPolicy, forecast: PreparedImport["forecast"] | undefined): number {
  return (mode === "skip" ? forecast?.emptiedNew : forecast?.emptied) ?? 0;
}

/** Result of the dry run, before anything is imported. */
export function ImportDryRun({ forecast, total, existing: mode }: Props) {
  const { t } = useTranslation();
  const { new: added, existing, bad, duplicates = 0, exact = true } = forecast ?? {};
  const emptied = countEmptied(mode, forecast);
  return (
    <>
      <ImportCounts
        added={added}
        updated={existing}
        failed={bad}
        emptied={emptied}
        words={{
          added: t("contacts.willAdd"),
          updated: t(`contacts.existing.${mode}Will`),
          failed: t("contacts.willSetAside"),
        }}
      />
      <Text size="sm" c="var(--text2)">
        {exact ? t("contacts.forecastExact") : t("contacts.forecastPartial", { total: formatInteger(total) })}
        {duplicates > 0
          ? ` ${t(`contacts.existing.${mode}Repeated`, { count: duplicates, total: formatInteger(duplicates) })}`
          : ""}
      </Text>
    </>
  );
}
