import type { EventType } from "../shapes";

/**
 * The words of the search, as they are written: `key:value`, a minus before what must not be, quotes around what has
 * spaces, and free words, which look for the beginning of a recipient or a subject. The server decides what a word means;
 * here they are only taken apart for the form and for what can be completed.
 */
export const KEYS = [
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
export type Key = (typeof KEYS)[number];

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
export interface Word {
  /** Undefined for a free word. */
  readonly key: string | undefined;
  readonly value: string;
  readonly isNegated: boolean;
  /** Where it begins and ends in the text. */
  readonly start: number;
  readonly end: number;
}

const WORD = /(?=\S)(-?)(?:([a-zA-Z]+(?:\.[\w-]+)?):)?(?:"((?:[^"\\]|\\.)*)"?|(\S*))/g;

export function readWords(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].map((match) => {
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

/** A value as the search takes it: in quotes where it has to be. */
export function quoted(value: string): string {
  return value === "" || /[\s"\\:]/.test(value) || value.startsWith("-")
    ? `"${value.replace(/["\\]/g, "\\$&")}"`
    : value;
}

export function writeWord(key: string | undefined, value: string, isNegated = false): string {
  return `${isNegated ? "-" : ""}${key === undefined ? "" : `${key}:`}${quoted(value)}`;
}

/** The value that the text asks for under a key; undefined where it asks for none, for several, or for anything but one. */
export function valueUnder(text: string, key: string): string | undefined {
  const words = readWords(text).filter((word) => word.key === key);
  const [only] = words;
  return words.length === 1 && only && !only.isNegated ? only.value : undefined;
}

/** `text` with exactly this under `key`, and all other words as they are. */
export function withValue(text: string, key: string, value: string): string {
  const kept = readWords(text)
    .filter((word) => word.key !== key)
    .map(({ start, end }) => text.slice(start, end));
  return (value.trim() === "" ? kept : [...kept, writeWord(key, value.trim())]).join(" ");
}

/** What is being typed at `caret`: the word around it, as far as it goes. */
export interface Typed {
  readonly start: number;
  readonly end: number;
  readonly minus: string;
  /** Undefined while the key itself is typed. */
  readonly key: string | undefined;
  readonly part: string;
}

export function typedAt(text: string, caret: number): Typed {
  const word = readWords(text).find(({ start, end }) => start < caret && caret <= end);
  if (!word) return { start: caret, end: caret, minus: "", key: undefined, part: "" };
  const minus = word.isNegated ? "-" : "";
  return { start: word.start, end: word.end, minus, key: word.key, part: word.value };
}

/** Values that are known by heart, or by what the team has. */
export type Known = Readonly<Partial<Record<string, readonly string[]>>>;

const MOST = 8;

export interface Suggestion {
  /** What stands in the list. */
  readonly label: string;
  /** What takes the place of the word that is typed. */
  readonly text: string;
  /** Whether the word is whole by it; after a key its value is still to come. */
  readonly isWhole: boolean;
}

/** What the word at hand may become. */
export function suggestionsFor(typed: Typed, known: Known): readonly Suggestion[] {
  const part = typed.part.toLowerCase();
  if (typed.key === undefined) {
    return KEYS.filter((key) => key.startsWith(part)).map((key) => ({
      label: key.endsWith(".") ? `${key}…` : `${key}:`,
      text: `${typed.minus}${key}${key.endsWith(".") ? "" : ":"}`,
      isWhole: false,
    }));
  }
  const values = known[typed.key] ?? [];
  return values
    .filter((value) => value.toLowerCase().includes(part) && value !== typed.part)
    .slice(0, MOST)
    .map((value) => ({ label: value, text: writeWord(typed.key, value, typed.minus === "-"), isWhole: true }));
}

/** `text` with the suggestion in the place of what is typed, and where the caret then stands. */
export function complete(text: string, typed: Typed, { text: word, isWhole }: Suggestion): readonly [string, number] {
  const after = text.slice(typed.end);
  const put = isWhole && !after.startsWith(" ") ? `${word} ` : word;
  return [text.slice(0, typed.start) + put + after, typed.start + put.length];
}
