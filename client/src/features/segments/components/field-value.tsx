import { Input } from "@mantine/core";
import { LocationInput, type LocationKind } from "@/features/lookups/public";
import { useTranslation } from "@/lib/i18n/translation";
import { DateField } from "@/ui/dates/date-field";
import { describeInput } from "@/ui/describe-input";
import { choiceName, type DraftValue, type FieldLeaf, findRuleField, getOperandKind } from "../kinds/field";
import type { BuilderContext } from "../kinds/kind";
import classes from "./builder.module.css";
import { ManyChoice } from "./many-choice";
import { NumberBox } from "./number-box";

interface Props {
  readonly leaf: FieldLeaf;
  readonly known: BuilderContext;
  readonly isWrong: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (value: DraftValue) => void;
}

function isLocationField(field: string): field is LocationKind {
  return field === "country" || field === "city" || field === "timezone";
}

function toList(value: DraftValue): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toNumberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** The input for the value of the comparison. */
export function FieldValue({ leaf, known, isWrong, describedBy, onChange }: Props) {
  const { t } = useTranslation();
  const takes = getOperandKind(known.grammar, leaf);
  const shared = { isWrong, describedBy };
  const pair = toList(leaf.value);

  function dayInput(label: string, value: unknown, part: string, change: (day: string) => void) {
    return (
      <DateField
        className={classes.day ?? ""}
        size="xs"
        data-part={part}
        aria-label={label}
        error={isWrong}
        describedBy={describedBy}
        value={typeof value === "string" ? value : ""}
        onChange={change}
      />
    );
  }

  switch (takes) {
    case "text":
      if (isLocationField(leaf.field)) {
        return (
          <LocationInput
            kind={leaf.field}
            className={classes.many ?? ""}
            data-part="value"
            size="xs"
            maxLength={200}
            aria-label={t("terms.value")}
            error={isWrong}
            {...describeInput(describedBy)}
            comboboxProps={{ shadow: "none" }}
            value={typeof leaf.value === "string" ? leaf.value : ""}
            onChange={onChange}
          />
        );
      }
      return (
        <Input
          className={classes.text ?? ""}
          size="xs"
          data-part="value"
          maxLength={200}
          aria-label={t("terms.value")}
          error={isWrong}
          {...describeInput(describedBy)}
          value={typeof leaf.value === "string" ? leaf.value : ""}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case "texts": {
      const choices = findRuleField(known.grammar, leaf.field)?.choices ?? [];
      return (
        <ManyChoice
          {...shared}
          label={t("terms.value")}
          options={choices.map((value) => ({ value, label: choiceName(known.grammar, leaf.field, value, t) }))}
          chosen={pair.map(String)}
          onChange={onChange}
        />
      );
    }
    case "number":
      return (
        <NumberBox
          {...shared}
          label={t("terms.value")}
          part="value"
          value={toNumberOrNull(leaf.value)}
          onChange={onChange}
        />
      );
    case "numbers": {
      const [first, last] = [toNumberOrNull(pair[0]), toNumberOrNull(pair[1])];
      return (
        <>
          <NumberBox
            {...shared}
            label={t("terms.from")}
            part="value"
            value={first}
            onChange={(next) => onChange([next, last])}
          />
          <span>{t("segments.joint.all")}</span>
          <NumberBox
            {...shared}
            label={t("terms.to")}
            part="last"
            value={last}
            onChange={(next) => onChange([first, next])}
          />
        </>
      );
    }
    case "day":
      return dayInput(t("terms.value"), leaf.value, "value", onChange);
    case "days": {
      const [first, last] = [String(pair[0] ?? ""), String(pair[1] ?? "")];
      return (
        <>
          {dayInput(t("terms.from"), first, "value", (day) => onChange([day, last]))}
          <span>{t("segments.joint.all")}</span>
          {dayInput(t("terms.to"), last, "last", (day) => onChange([first, day]))}
        </>
      );
    }
    case "count":
      return (
        <>
          <NumberBox
            {...shared}
            label={t("segments.howManyDays")}
            part="value"
            isWhole
            value={toNumberOrNull(leaf.value)}
            onChange={onChange}
          />
          <span>{t("segments.days")}</span>
        </>
      );
    default:
      return null;
  }
}
