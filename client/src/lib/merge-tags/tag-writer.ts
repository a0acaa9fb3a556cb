import { quote, type TagFilter, withFallback, writeTag } from "./tag";

/** Formats of a field's text. Each is a filter of the server's grammar. */
export const FORMATS = [
  "none",
  "upper",
  "lower",
  "title",
  "capitalize",
  "dateShort",
  "dateMedium",
  "dateLong",
  "dateFull",
  "number",
  "decimals",
] as const;
export type Format = (typeof FORMATS)[number];

const FORMAT_FILTERS: Readonly<Record<Format, readonly TagFilter[]>> = {
  none: [],
  upper: [{ name: "upper" }],
  lower: [{ name: "lower" }],
  title: [{ name: "title" }],
  capitalize: [{ name: "capitalize" }],
  dateShort: [{ name: "date", argument: '"short"' }],
  dateMedium: [{ name: "date", argument: '"medium"' }],
  dateLong: [{ name: "date", argument: '"long"' }],
  dateFull: [{ name: "date", argument: '"full"' }],
  number: [{ name: "number" }],
  decimals: [{ name: "number", argument: "2" }],
};

export const COMPARISONS = ["filled", "empty", "==", "!=", ">", "<", "contains"] as const;
export type Comparison = (typeof COMPARISONS)[number];

export interface FieldTag {
  readonly tag: string;
  readonly fallback: string;
  readonly format: Format;
}

export interface ConditionTag {
  readonly tag: string;
  readonly comparison: Comparison;
  readonly value: string;
  readonly holds: string;
  readonly otherwise: string;
}

export interface RepeatTag {
  readonly tag: string;
  /** Text before and after each item. */
  readonly before: string;
  readonly after: string;
}

/** `{{ tag }}` with its format and, last, its fallback. */
export function writeField({ tag, fallback, format }: FieldTag): string {
  return `{{ ${writeTag(withFallback({ field: tag, filters: FORMAT_FILTERS[format] }, fallback))} }}`;
}

/** A condition with the text for true and, optionally, the text for false. */
export function writeCondition({ tag, comparison, value, holds, otherwise }: ConditionTag): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(value.trim());
  const right = isNumber ? value.trim() : quote(value.trim());
  const test = comparison === "filled" ? tag : comparison === "empty" ? `not ${tag}` : `${tag} ${comparison} ${right}`;
  return `{% if ${test} %}${holds}${otherwise ? `{% else %}${otherwise}` : ""}{% endif %}`;
}

/** A repeat over a list; it yields nothing where the list is empty. */
export function writeRepeat({ tag, before, after }: RepeatTag): string {
  return `{% for item in ${tag} %}${before}{{ item }}${after}{% endfor %}`;
}
