import { NativeSelect } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "../components/builder.module.css";
import { ManyChoice } from "../components/many-choice";
import type { RuleControlProps } from "./kind";
import { type LabelLeaf, OPERATORS } from "./label";

export function LabelControl({ leaf, known, wrongPart, describedBy, onChange }: RuleControlProps<LabelLeaf>) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.select ?? ""}
        data-part="operator"
        aria-label={t("terms.comparison")}
        value={leaf.operator}
        onChange={({ currentTarget }) => onChange({ ...leaf, operator: currentTarget.value as LabelLeaf["operator"] })}
      >
        {OPERATORS.map((operator) => (
          <option key={operator} value={operator}>
            {t(`segments.label.operators.${operator}`)}
          </option>
        ))}
      </NativeSelect>
      <ManyChoice
        label={t("words.labels")}
        isWrong={wrongPart === "value"}
        describedBy={describedBy}
        options={known.labels.map(({ id, name }) => ({ value: String(id), label: name }))}
        chosen={leaf.labelIds.map(String)}
        onChange={(ids) => onChange({ ...leaf, labelIds: ids.map(Number) })}
      />
    </>
  );
}
