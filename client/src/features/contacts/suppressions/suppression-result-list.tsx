import { Stack } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./suppressions.module.css";
import type { SuppressionResult } from "./suppressions-data";

/** Result of suppressing addresses. */
export function SuppressionResultList({ of: { added, known, invalid, examples } }: { readonly of: SuppressionResult }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <Stack component="ul" gap={4} fz="md">
        <li>{t("suppressions.added", { count: added, total: formatInteger(added) })}</li>
        {known > 0 ? <li>{t("suppressions.known", { total: formatInteger(known) })}</li> : null}
        {invalid > 0 ? <li>{t("suppressions.invalid", { total: formatInteger(invalid) })}</li> : null}
      </Stack>
      {examples.length > 0 ? <p className={classes.examples}>{examples.join(", ")}</p> : null}
    </div>
  );
}
