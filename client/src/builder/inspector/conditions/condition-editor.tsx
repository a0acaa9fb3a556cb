import { Input, NativeSelect } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { IconButton } from "@/ui/components/icon-button";
import { PlainButton } from "@/ui/components/plain-button";
import { Segmented } from "@/ui/components/segmented";
import type { Settings } from "../../collab/values";
import panel from "../controls/panel.module.css";
import { useInspector } from "../inspector";
import classes from "./condition-editor.module.css";
import {
  type Condition,
  type ConditionRule,
  hasValue,
  OPERATORS,
  parseCondition,
  serializeCondition,
} from "./conditions";

interface Props {
  readonly stored: Settings | undefined;
  /** Name of the choice between everyone and some contacts. */
  readonly label: string;
  /** When the rules are checked, and what happens to contacts that do not match. */
  readonly help: string;
  /** Null shows the part to everyone. */
  readonly onChange: (condition: Settings | null) => void;
}

/** Sets the condition of a part: shown to everyone, or only to recipients with matching fields. */
export function ConditionEditor({ stored, label, help, onChange }: Props) {
  const { tags, t } = useInspector();
  const fields = tags.filter(({ ofEmail }) => ofEmail === undefined);
  const condition = parseCondition(stored);
  const put = (next: Condition | null) => onChange(next && serializeCondition(next));
  const fresh: ConditionRule = { field: fields[0]?.tag ?? "email", operator: "isSet", value: "" };
  const change = (at: number, rule: Partial<ConditionRule>): void => {
    if (!condition) return;
    put({ ...condition, rules: condition.rules.map((old, index) => (index === at ? { ...old, ...rule } : old)) });
  };
  return (
    <>
      <Segmented
        label={label}
        isWide
        value={condition ? "some" : "everyone"}
        options={[
          { value: "everyone", label: t("inspector.who.everyone") },
          { value: "some", label: t("inspector.who.some") },
        ]}
        onChange={(value) => put(value === "some" ? { all: true, rules: [fresh] } : null)}
      />
      {condition ? (
        <>
          <p className={panel.note}>{help}</p>
          <Segmented
            label={t("inspector.who.matches")}
            isWide
            value={condition.all ? "all" : "any"}
            options={[
              { value: "all", label: t("inspector.who.all") },
              { value: "any", label: t("inspector.who.any") },
            ]}
            onChange={(value) => put({ ...condition, all: value === "all" })}
          />
          {condition.rules.map((rule, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have nothing but their place
            <fieldset key={at} className={classes.rule}>
              <legend>{t("inspector.who.rule", { number: at + 1 })}</legend>
              <NativeSelect
                size="sm"
                aria-label={t("terms.field")}
                value={rule.field}
                onChange={({ currentTarget }) => change(at, { field: currentTarget.value })}
              >
                {fields.some(({ tag }) => tag === rule.field) ? null : <option value={rule.field}>{rule.field}</option>}
                {fields.map(({ tag, label }) => (
                  <option key={tag} value={tag}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
              <NativeSelect
                size="sm"
                aria-label={t("inspector.who.operator")}
                data={OPERATORS.map((operator) => ({
                  value: operator,
                  label: t(`inspector.who.operators.${operator}`),
                }))}
                value={rule.operator}
                onChange={({ currentTarget }) => {
                  const operator = OPERATORS.find((each) => each === currentTarget.value);
                  if (operator) change(at, { operator });
                }}
              />
              {hasValue(rule.operator) ? (
                <Input
                  size="sm"
                  dir="auto"
                  aria-label={t("terms.value")}
                  value={rule.value}
                  onChange={({ currentTarget }) => change(at, { value: currentTarget.value })}
                />
              ) : null}
              <IconButton
                size="row"
                label={t("inspector.who.remove", { number: at + 1 })}
                onClick={() => {
                  const rules = condition.rules.filter((_, index) => index !== at);
                  put(rules.length > 0 ? { ...condition, rules } : null);
                }}
              >
                <IconTrash size={14} stroke={1.9} aria-hidden="true" />
              </IconButton>
            </fieldset>
          ))}
          <PlainButton onClick={() => put({ ...condition, rules: [...condition.rules, fresh] })}>
            <IconPlus size={14} stroke={1.9} aria-hidden="true" /> {t("inspector.who.add")}
          </PlainButton>
        </>
      ) : (
        <p className={panel.note}>{help}</p>
      )}
    </>
  );
}
