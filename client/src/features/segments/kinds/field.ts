import { type Translate, toTextKey } from "@/lib/i18n/translation";
import type { Grammar, RuleContext, RuleKind, Schemas } from "./kind";
import { formatDay, formatNumber, isIntegerInRange, MAX_DAYS } from "./values";

type RuleField = Schemas["RuleFieldOut"];
type OperandKind = Schemas["OperandKind"];

/** A value during editing: parts that are not entered yet are null or empty. */
export type DraftValue = string | number | readonly string[] | readonly (number | null)[] | null;

export interface FieldLeaf {
  readonly kind: "field";
  readonly field: string;
  readonly operator: string;
  readonly value: DraftValue;
}

export function findRuleField(grammar: Grammar, field: string): RuleField | undefined {
  return grammar.fields.find(({ key }) => key === field);
}

/** The kind of value that the leaf's comparison takes; undefined for a field that was deleted. */
export function getOperandKind(grammar: Grammar, { field, operator }: FieldLeaf): OperandKind | undefined {
  return findRuleField(grammar, field)?.operators.find(({ name }) => name === operator)?.takes;
}

const EMPTY_VALUES: Readonly<Record<OperandKind, DraftValue>> = {
  nothing: null,
  text: "",
  texts: [],
  number: null,
  numbers: [null, null],
  day: "",
  days: ["", ""],
  count: 30,
};

/** The leaf with another comparison; its value stays where both take the same kind. */
export function withOperator(grammar: Grammar, leaf: FieldLeaf, operator: string): FieldLeaf {
  const next = { ...leaf, operator };
  const takes = getOperandKind(grammar, next);
  return takes === getOperandKind(grammar, leaf) ? next : { ...next, value: EMPTY_VALUES[takes ?? "text"] };
}

function isOrderedPair(value: DraftValue): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [first, last] = value as readonly unknown[];
  return first !== null && last !== null && first !== "" && last !== "" && (first as number) <= (last as number);
}

const OPERAND_VALIDATORS: Readonly<Record<OperandKind, (value: DraftValue) => boolean>> = {
  nothing: () => true,
  text: (value) => typeof value === "string" && value.trim() !== "",
  texts: (value) => Array.isArray(value) && value.length > 0,
  number: (value) => typeof value === "number",
  numbers: isOrderedPair,
  day: (value) => typeof value === "string" && value !== "",
  days: isOrderedPair,
  count: (value) => isIntegerInRange(value, 1, MAX_DAYS),
};

function createFieldLeaf(grammar: Grammar, name: string, previous: FieldLeaf | undefined): FieldLeaf {
  const operators = findRuleField(grammar, name)?.operators ?? [];
  const previousOperator = previous && operators.find((one) => one.name === previous.operator);
  const operator = previousOperator ?? operators[0];
  const takes = operator?.takes ?? "text";
  const fits = previous && previousOperator && takes === getOperandKind(grammar, previous) && takes !== "texts";
  return {
    kind: "field",
    field: name,
    operator: operator?.name ?? "is",
    value: fits ? previous.value : EMPTY_VALUES[takes],
  };
}

/** Name of a field: standard fields from the texts, custom ones as the team named them. */
export function fieldName(grammar: Grammar, key: string, t: Translate): string {
  const fieldDefinition = findRuleField(grammar, key);
  if (!fieldDefinition) return t("segments.field.gone");
  return fieldDefinition.name ?? t(toTextKey(`segments.field.names.${key}`));
}

const FIELDS_WITH_CHOICE_TEXTS: ReadonlySet<string> = new Set(["state", "gender", "funnel"]);

/** Name of a choice: the team's name, else the text of a standard choice, else the value itself. */
export function choiceName(grammar: Grammar, field: string, choice: string, t: Translate): string {
  const named = findRuleField(grammar, field)?.choiceNames?.[choice];
  return (
    named ?? (FIELDS_WITH_CHOICE_TEXTS.has(field) ? t(toTextKey(`segments.field.choices.${field}.${choice}`)) : choice)
  );
}

function formatOrList(words: readonly string[], t: Translate): string {
  const [only = "…"] = words;
  if (words.length < 2) return only;
  return t("segments.field.orList", { first: words.slice(0, -1).join(", "), last: words.at(-1) });
}

/** A complete country by its name; a part of one stays as typed. */
function formatText({ field: key, operator, value }: FieldLeaf, countryName: RuleContext["countryName"]): string {
  const isCountry = key === "country" && (operator === "is" || operator === "isNot");
  return isCountry ? countryName(String(value)) : String(value);
}

function describe(leaf: FieldLeaf, { grammar, countryName }: RuleContext, t: Translate): string {
  const { field: fieldDefinition, operator, value } = leaf;
  const name = fieldName(grammar, fieldDefinition, t);
  const key = toTextKey(`segments.field.says.${operator}`);
  const pair = Array.isArray(value) ? (value as readonly unknown[]) : [];
  switch (getOperandKind(grammar, leaf)) {
    case "texts": {
      const choices = pair.map((one) => choiceName(grammar, fieldDefinition, String(one), t));
      return t(key, { name, value: formatOrList(choices, t) });
    }
    case "text":
      return t(key, { name, value: value ? `“${formatText(leaf, countryName)}”` : "…" });
    case "number":
      return t(key, { name, value: formatNumber(value) });
    case "numbers":
      return t(key, { name, first: formatNumber(pair[0]), last: formatNumber(pair[1]) });
    case "day":
      return t(toTextKey(`segments.field.saysDay.${operator}`), { name, value: formatDay(value) });
    case "days":
      return t(key, { name, first: formatDay(pair[0]), last: formatDay(pair[1]) });
    case "count":
      return t(key, { name, count: typeof value === "number" ? value : 0, value: formatNumber(value) });
    default:
      return t(key, { name });
  }
}

export const field: RuleKind<Schemas["FieldRule"], FieldLeaf> = {
  read: ({ field: key, operator, value }) => {
    const isDraft = value !== undefined && typeof value !== "boolean";
    return { kind: "field", field: key, operator, value: isDraft ? value : null };
  },
  subjectOf: ({ field: key }) => `field:${key}`,
  subjects: ({ grammar }, chosen, t) => {
    const isGone = chosen !== undefined && !findRuleField(grammar, chosen.field);
    const standard = grammar.fields.filter(({ name }) => name === null);
    const own = grammar.fields.filter(({ name }) => name !== null);
    return [
      ...(isGone ? [{ value: `field:${chosen.field}`, label: t("segments.field.gone") } as const] : []),
      ...[...standard, ...own].map(
        ({ key, name }) =>
          ({
            value: `field:${key}`,
            label: fieldName(grammar, key, t),
            group: t(name === null ? "words.contact" : "words.customFields"),
          }) as const,
      ),
    ];
  },
  start: (grammar, name, previous) =>
    createFieldLeaf(grammar, name, previous?.kind === "field" ? (previous as FieldLeaf) : undefined),
  lackOf: (grammar, leaf) => {
    const takes = getOperandKind(grammar, leaf);
    if (!takes) return { text: "segments.field.lacks.gone", part: "subject" };
    return OPERAND_VALIDATORS[takes](leaf.value) ? undefined : { text: `segments.field.lacks.${takes}`, part: "value" };
  },
  describe,
};
