import { NativeSelect } from "@mantine/core";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import classes from "../components/builder.module.css";
import { FieldValue } from "../components/field-value";
import { type FieldLeaf, findRuleField, withOperator } from "./field";
import type { RuleControlProps } from "./kind";

export function FieldControl({ leaf, known, wrongPart, describedBy, onChange }: RuleControlProps<FieldLeaf>) {
  const { t } = useTranslation();
  const fieldDefinition = findRuleField(known.grammar, leaf.field);
  if (!fieldDefinition) return null;
  const isDay = fieldDefinition.kind === "day" || fieldDefinition.kind === "moment";
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.select ?? ""}
        data-part="operator"
        aria-label={t("terms.comparison")}
        value={leaf.operator}
        onChange={({ currentTarget }) => onChange(withOperator(known.grammar, leaf, currentTarget.value))}
      >
        {fieldDefinition.operators.map(({ name }) => (
          <option key={name} value={name}>
            {t(toTextKey(`segments.field.${isDay && name === "is" ? "operatorsDay" : "operators"}.${name}`))}
          </option>
        ))}
      </NativeSelect>
      <FieldValue
        leaf={leaf}
        known={known}
        isWrong={wrongPart === "value"}
        describedBy={describedBy}
        onChange={(value) => onChange({ ...leaf, value }, "value")}
      />
    </>
  );
}
