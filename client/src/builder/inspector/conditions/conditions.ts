/** Conditions of a node: rules about the fields of a contact, of which all or any must match. */
import type { Settings } from "../../collab/values";

export const OPERATORS = ["is", "isNot", "contains", "isSet", "isNotSet", "greater", "less"] as const;
export type Operator = (typeof OPERATORS)[number];

export interface ConditionRule {
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

export interface Condition {
  readonly all: boolean;
  readonly rules: readonly ConditionRule[];
}

/** A stored condition, without invalid rules; undefined if it is invalid. */
export function parseCondition(stored: Settings | undefined): Condition | undefined {
  if (!stored || !Array.isArray(stored.rules)) return undefined;
  const rules = stored.rules.flatMap((rule): ConditionRule[] => {
    if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return [];
    const { field, operator, value } = rule as Settings;
    const known = OPERATORS.find((each) => each === operator);
    if (typeof field !== "string" || !known) return [];
    return [{ field, operator: known, value: typeof value === "string" ? value : "" }];
  });
  return { all: stored.all !== false, rules };
}

export function serializeCondition({ all, rules }: Condition): Settings {
  return { all, rules: rules.map((rule) => ({ ...rule })) };
}

/** Whether the operator compares with a value. */
export function hasValue(operator: Operator): boolean {
  return operator !== "isSet" && operator !== "isNotSet";
}
