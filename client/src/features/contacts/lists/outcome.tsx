import { Stack } from "@mantine/core";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./lists.module.css";
import type { Suppressed } from "./suppressions-data";

/** Result of suppressing addresses. */
export function Outcome({ of: { added, known, invalid, examples } }: { readonly of: Suppressed }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <Stack component="ul" gap={4} fz="md">
        <li>{t("suppressions.added", { count: added, total: integer(added) })}</li>
        {known > 0 ? <li>{t("suppressions.known", { total: integer(known) })}</li> : null}
        {invalid > 0 ? <li>{t("suppressions.invalid", { total: integer(invalid) })}</li> : null}
      </Stack>
      {examples.length > 0 ? <p className={classes.examples}>{examples.join(", ")}</p> : null}
    </div>
  );
}
