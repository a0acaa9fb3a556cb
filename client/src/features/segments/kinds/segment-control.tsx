import { NativeSelect } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { describeInput } from "@/ui/describe-input";
import classes from "../components/builder.module.css";
import type { RuleControlProps } from "./kind";
import type { SegmentLeaf } from "./segment";

export function SegmentControl({ leaf, known, wrongPart, describedBy, onChange }: RuleControlProps<SegmentLeaf>) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.select ?? ""}
        data-part="operator"
        aria-label={t("terms.comparison")}
        value={leaf.member ? "in" : "notIn"}
        onChange={({ currentTarget }) => onChange({ ...leaf, member: currentTarget.value === "in" })}
      >
        <option value="in">{t("segments.segment.operators.in")}</option>
        <option value="notIn">{t("segments.segment.operators.notIn")}</option>
      </NativeSelect>
      <NativeSelect
        size="xs"
        className={classes.select ?? ""}
        data-part="value"
        aria-label={t("words.segment")}
        error={wrongPart === "value"}
        {...describeInput(describedBy)}
        value={leaf.segmentId ?? ""}
        onChange={({ currentTarget }) =>
          onChange({ ...leaf, segmentId: currentTarget.value ? Number(currentTarget.value) : null })
        }
      >
        <option value="">{t("segments.choose")}</option>
        {known.segments
          .filter(({ id }) => id !== known.ownId)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </NativeSelect>
    </>
  );
}
