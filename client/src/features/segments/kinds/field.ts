import { composedKey, type Translate } from "@/lib/i18n/translation";
import type { Grammar, Known, RuleKind, Schemas } from "./kind";
import { formatDay, formatNumber, isWhole, MAX_DAYS } from "./values";

type Askable = Schemas["RuleFieldOut"];
type Takes = Schemas["OperandKind"];

/** A value during editing: parts that are not entered yet are null or empty. */
export type DraftValue = string | number | readonly string[] | readonly (number | null)[] | null;

export interface FieldLeaf {
  readonly kind: "field";
  readonly field: string;
  readonly operator: string;
  readonly value: DraftValue;
}

export function askableOf(grammar: Grammar, field: string): Askable | undefined {
  return grammar.fields.find(({ key }) => key === field);
}

/** The kind of value that the leaf's comparison takes; undefined for a field that was deleted. */
export function takesOf(grammar: Grammar, { field, operator }: FieldLeaf): Takes | undefined {
  return askableOf(grammar, field)?.operators.find(({ name }) => name === operator)?.takes;
}

const EMPTY: Readonly<Record<Takes, DraftValue>> = {
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
  const takes = takesOf(grammar, next);
  return takes === takesOf(grammar, leaf) ? next : { ...next, value: EMPTY[takes ?? "text"] };
}

function inOrder(value: DraftValue): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [first, last] = value as readonly unknown[];
  return first !== null && last !== null && first !== "" && last !== "" && (first as number) <= (last as number);
}

const FITS: Readonly<Record<Takes, (value: DraftValue) => boolean>> = {
  nothing: () => true,
  text: (value) => typeof value === "string" && value.trim() !== "",
  texts: (value) => Array.isArray(value) && value.length > 0,
  number: (value) => typeof value === "number",
  numbers: inOrder,
  day: (value) => typeof value === "string" && value !== "",
  days: inOrder,
  count: (value) => isWhole(value, 1, MAX_DAYS),
};

function startFrom(grammar: Grammar, name: string, previous: FieldLeaf | undefined): FieldLeaf {
  const operators = askableOf(grammar, name)?.operators ?? [];
  const previousOperator = previous && operators.find((one) => one.name === previous.operator);
  const operator = previousOperator ?? operators[0];
  const takes = operator?.takes ?? "text";
  const fits = previous && previousOperator && takes === takesOf(grammar, previous) && takes !== "texts";
  return { kind: "field", field: name, operator: operator?.name ?? "is", value: fits ? previous.value : EMPTY[takes] };
}

/** Name of a field: standard fields from the texts, custom ones as the team named them. */
export function fieldName(grammar: Grammar, key: string, t: Translate): string {
  const fieldDefinition = askableOf(grammar, key);
  if (!fieldDefinition) return t("segments.field.gone");
  return fieldDefinition.name ?? t(composedKey(`segments.field.names.${key}`));
}

const WORDED: ReadonlySet<string> = new Set(["state", "gender", "funnel"]);

/** Name of a choice: the team's name, else the text of a standard choice, else the value itself. */
export function choiceName(grammar: Grammar, field: string, choice: string, t: Translate): string {
  const named = askableOf(grammar, field)?.choiceNames?.[choice];
  return named ?? (WORDED.has(field) ? t(composedKey(`segments.field.choices.${field}.${choice}`)) : choice);
}

function listed(words: readonly string[], t: Translate): string {
  const [only = "…"] = words;
  if (words.length < 2) return only;
  return t("segments.field.orList", { first: words.slice(0, -1).join(", "), last: words.at(-1) });
}

/** A complete country by its name; a part of one stays as typed. */
function formatText({ field: key, operator, value }: FieldLeaf, countryName: Known["countryName"]): string {
  const isCountry = key === "country" && (operator === "is" || operator === "isNot");
  return isCountry ? countryName(String(value)) : String(value);
}

function describe(leaf: FieldLeaf, { grammar, countryName }: Known, t: Translate): string {
  const { field: fieldDefinition, operator, value } = leaf;
  const name = fieldName(grammar, fieldDefinition, t);
  const key = composedKey(`segments.field.says.${operator}`);
  const pair = Array.isArray(value) ? (value as readonly unknown[]) : [];
  switch (takesOf(grammar, leaf)) {
    case "texts": {
      const choices = pair.map((one) => choiceName(grammar, fieldDefinition, String(one), t));
      return t(key, { name, value: listed(choices, t) });
    }
    case "text":
      return t(key, { name, value: value ? `“${formatText(leaf, countryName)}”` : "…" });
    case "number":
      return t(key, { name, value: formatNumber(value) });
    case "numbers":
      return t(key, { name, first: formatNumber(pair[0]), last: formatNumber(pair[1]) });
    case "day":
      return t(composedKey(`segments.field.saysDay.${operator}`), { name, value: formatDay(value) });
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
    const isGone = chosen !== undefined && !askableOf(grammar, chosen.field);
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
    startFrom(grammar, name, previous?.kind === "field" ? (previous as FieldLeaf) : undefined),
  lackOf: (grammar, leaf) => {
    const takes = takesOf(grammar, leaf);
    if (!takes) return { text: "segments.field.lacks.gone", part: "subject" };
    return FITS[takes](leaf.value) ? undefined : { text: `segments.field.lacks.${takes}`, part: "value" };
  },
  describe,
};
