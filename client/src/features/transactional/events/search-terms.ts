import type { EventType } from "../shapes";

/**
 * Search terms: `key:value`, a minus for exclusion, quotes around spaces, and free terms that match the start of a
 * recipient or subject. The server interprets them. The client parses them only for the form and the suggestions.
 */
export const TERM_KEYS = [
  "type",
  "recipient",
  "sender",
  "domain",
  "subject",
  "tag",
  "message",
  "key",
  "reply",
  "code",
  "metadata.",
] as const;
export type TermKey = (typeof TERM_KEYS)[number];

export const EVENT_TYPES = [
  "accepted",
  "held",
  "released",
  "scheduled",
  "cancelled",
  "deferred",
  "delivered",
  "bounced",
  "failed",
  "suppressed",
  "opened",
  "clicked",
  "complained",
  "unsubscribed",
  "inDoubt",
  "sandboxed",
  "refused",
] as const satisfies readonly EventType[];
export interface Term {
  /** Undefined for a free term. */
  readonly key: string | undefined;
  readonly value: string;
  readonly isNegated: boolean;
  /** Start and end within the text. */
  readonly start: number;
  readonly end: number;
}

const TERM_PATTERN = /(?=\S)(-?)(?:([a-zA-Z]+(?:\.[\w-]+)?):)?(?:"((?:[^"\\]|\\.)*)"?|(\S*))/g;

export function parseTerms(text: string): readonly Term[] {
  return [...text.matchAll(TERM_PATTERN)].map((match) => {
    const [whole, minus, key, inQuotes, plain = ""] = match;
    return {
      key,
      value: inQuotes?.replace(/\\(.)/g, "$1") ?? plain,
      isNegated: minus === "-",
      start: match.index,
      end: match.index + whole.length,
    };
  });
}

/** Quotes a value if the search syntax requires it. */
export function quote(value: string): string {
  return value === "" || /[\s"\\:]/.test(value) || value.startsWith("-")
    ? `"${value.replace(/["\\]/g, "\\$&")}"`
    : value;
}

export function formatTerm(key: string | undefined, value: string, isNegated = false): string {
  return `${isNegated ? "-" : ""}${key === undefined ? "" : `${key}:`}${quote(value)}`;
}

/** The value of a key; undefined if the text has no term, several, or a negated one. */
export function findValue(text: string, key: string): string | undefined {
  const words = parseTerms(text).filter((word) => word.key === key);
  const [only] = words;
  return words.length === 1 && only && !only.isNegated ? only.value : undefined;
}

/** `text` with exactly this value for `key` and all other terms unchanged. */
export function replaceValue(text: string, key: string, value: string): string {
  const otherTerms = parseTerms(text)
    .filter((word) => word.key !== key)
    .map(({ start, end }) => text.slice(start, end));
  return (value.trim() === "" ? otherTerms : [...otherTerms, formatTerm(key, value.trim())]).join(" ");
}

/** The term around the caret. */
export interface TypedTerm {
  readonly start: number;
  readonly end: number;
  readonly minus: string;
  /** Undefined while the user types the key itself. */
  readonly key: string | undefined;
  readonly part: string;
}

export function findTypedTerm(text: string, caret: number): TypedTerm {
  const word = parseTerms(text).find(({ start, end }) => start < caret && caret <= end);
  if (!word) return { start: caret, end: caret, minus: "", key: undefined, part: "" };
  const minus = word.isNegated ? "-" : "";
  return { start: word.start, end: word.end, minus, key: word.key, part: word.value };
}

/** Suggested values by key. */
export type SuggestedValues = Readonly<Partial<Record<string, readonly string[]>>>;

const MAX_SUGGESTIONS = 8;

export interface SearchSuggestion {
  /** Text in the list. */
  readonly label: string;
  /** Replacement of the typed term. */
  readonly text: string;
  /** Whether the suggestion completes the term; a key still needs its value. */
  readonly isWhole: boolean;
}

/** Completions of the typed term. */
export function suggestTerms(typed: TypedTerm, valuesByKey: SuggestedValues): readonly SearchSuggestion[] {
  const part = typed.part.toLowerCase();
  if (typed.key === undefined) {
    return TERM_KEYS.filter((key) => key.startsWith(part)).map((key) => ({
      label: key.endsWith(".") ? `${key}…` : `${key}:`,
      text: `${typed.minus}${key}${key.endsWith(".") ? "" : ":"}`,
      isWhole: false,
    }));
  }
  const values = valuesByKey[typed.key] ?? [];
  return values
    .filter((value) => value.toLowerCase().includes(part) && value !== typed.part)
    .slice(0, MAX_SUGGESTIONS)
    .map((value) => ({ label: value, text: formatTerm(typed.key, value, typed.minus === "-"), isWhole: true }));
}

/** `text` with the suggestion applied, and the new caret position. */
export function applySuggestion(
  text: string,
  typed: TypedTerm,
  { text: word, isWhole }: SearchSuggestion,
): readonly [string, number] {
  const after = text.slice(typed.end);
  const inserted = isWhole && !after.startsWith(" ") ? `${word} ` : word;
  return [text.slice(0, typed.start) + inserted + after, typed.start + inserted.length];
}
