import { Box, Button, Stack } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { describeUse } from "@/lib/uses";
import { Notice } from "@/ui/components/notice";
import type { FieldCheck as Check } from "../field-changes";
import type { FieldType } from "../fields-data";
import { formatCustomValue } from "../format-custom-value";
import classes from "./field-check.module.css";

interface Props {
  readonly check: Check | undefined;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly from: FieldType;
  readonly to: FieldType;
}

/** The effect of a change of type or choices on stored values, in numbers and examples. */
export function FieldCheck({ check, hasFailed, onRetry, from, to }: Props) {
  const { t } = useTranslation();
  if (hasFailed)
    return (
      <Notice kind="bad">
        {t("contactFields.checkFailed")} <Button onClick={onRetry}>{t("contactFields.again")}</Button>
      </Notice>
    );
  if (!check) return <Notice kind="info">{t("contactFields.checking")}</Notice>;
  if (check.uses.length > 0)
    return (
      <Notice kind="bad">
        {t("contactFields.uses")}
        <Stack component="ul" gap={4}>
          {check.uses.map((use) => (
            <li key={use.kind + use.name}>{describeUse(use, t)}</li>
          ))}
        </Stack>
      </Notice>
    );
  if (check.holding === 0) return <Notice kind="info">{t("contactFields.noneHeld")}</Notice>;
  const words = (count: number) => ({ count, total: formatInteger(count) });
  if (check.kept === check.holding)
    return <Notice kind="ok">{t("contactFields.allKept", words(check.holding))}</Notice>;
  return (
    <Notice kind={check.lost > 0 ? "bad" : "info"}>
      <Stack component="ul" gap={4}>
        {check.kept > 0 ? <li>{t("contactFields.kept", words(check.kept))}</li> : null}
        {check.converted > 0 ? (
          <li>
            {t("contactFields.converted", words(check.converted))}
            <ul className={classes.examples}>
              {check.convertedExamples.map(({ before, after }) => (
                <li key={JSON.stringify(before)}>
                  <bdi>{formatCustomValue(from, before, t)}</bdi> → <bdi>{formatCustomValue(to, after, t)}</bdi>
                </li>
              ))}
            </ul>
          </li>
        ) : null}
        {check.lost > 0 ? (
          <li>
            {t("contactFields.lost", words(check.lost))}
            <ul className={classes.examples}>
              {check.lostExamples.map(({ before }) => (
                <li key={JSON.stringify(before)}>
                  <bdi>{formatCustomValue(from, before, t)}</bdi>
                </li>
              ))}
            </ul>
          </li>
        ) : null}
      </Stack>
      {check.exact ? null : (
        <Box component="p" m={0} mt={4}>
          {t("contactFields.notAll", words(check.holding - 1))}
        </Box>
      )}
      {check.lost > 0 ? (
        <Box component="p" m={0} mt={4}>
          {t("contactFields.cannotReturn")}
        </Box>
      ) : null}
    </Notice>
  );
}
