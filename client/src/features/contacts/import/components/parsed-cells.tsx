import { Box, Flex, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { formatDay } from "../../day";
import { EMAIL_TARGET } from "../import-machine";
import type { ColumnPreview } from "../preview-data";
import classes from "./import-wizard.module.css";

interface Props {
  readonly target: string;
  /** Undefined until loaded. */
  readonly column: ColumnPreview | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** How the cells of a column are parsed: valid and invalid examples, and the number of invalid ones. */
export function ParsedCells({ target, column }: Props) {
  const { t } = useTranslation();
  if (!column) return <Box bdrs={4} h={42} bg="var(--sunken)" aria-hidden="true" />;
  const { examples, filled, wrong } = column;
  if (examples.length === 0)
    return (
      <Text span size="sm" c="var(--text2)">
        {t("contacts.allEmpty")}
      </Text>
    );
  return (
    <>
      <ul className={classes.examples}>
        {examples.map(({ row, read, stored, reason }) => (
          <li key={row} data-wrong={stored === null || undefined}>
            <bdi title={t("contacts.rowOf", { row: formatInteger(row), cell: read })}>
              {read || t("contacts.allEmpty")}
            </bdi>
            {stored === null ? <em>{reason}</em> : <StoredValue read={read} text={stored} />}
          </li>
        ))}
      </ul>
      <Flex component="p" gap="0 8px" wrap="wrap" fz="xs" lh="xs" m={0} mt={4} c="var(--text2)">
        {target === EMAIL_TARGET
          ? t("contacts.effectEmail")
          : t("contacts.filledCells", { total: formatInteger(filled) })}
        {wrong > 0 ? (
          <Box component="strong" c="var(--bad)" fw={500}>
            {t("contacts.wrongCells", { count: wrong, total: formatInteger(wrong) })}
          </Box>
        ) : null}
      </Flex>
    </>
  );
}

/** The stored value where it differs from the text: a formatted day, so that day and month cannot be confused. */
function StoredValue({ read, text }: { readonly read: string; readonly text: string }) {
  const storedText = DAY.test(text) ? formatDay(text) : text;
  if (storedText === read) return null;
  return (
    <span>
      <IconArrowRight size={12} stroke={1.9} aria-hidden="true" />
      <bdi>{storedText}</bdi>
    </span>
  );
}
