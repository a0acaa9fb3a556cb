import type { MergeField } from "./fields";
import { MAX_TAG_CHARACTERS } from "./tag";

/** Filters with the text to insert for each; `¦` marks the caret position. */
export const FILTERS: Readonly<Record<string, string>> = {
  fallback: 'fallback: "¦"',
  upper: "upper",
  lower: "lower",
  title: "title",
  capitalize: "capitalize",
  date: 'date: "long"',
  number: "number",
};

/** Conditions and repeats with the text to insert for each, including its end; `¦` marks the caret position. */
export const BLOCKS: Readonly<Record<string, string>> = {
  if: "if ¦ %}{% endif %}",
  for: "for item in ¦ %}{{ item }}{% endfor %}",
  else: "else %}",
  endif: "endif %}",
  endfor: "endfor %}",
};

export interface OpenTag {
  /** `list` is a field that a repeat can iterate over, `block` the first or last keyword of a condition or repeat. */
  readonly wants: "field" | "filter" | "list" | "block";
  /** The text typed so far. */
  readonly typed: string;
  /** Whether the tag is a value, which needs closing braces. A condition continues. */
  readonly isValue: boolean;
}

export interface Suggestion {
  readonly id: string;
  /** The text that replaces the typed text. */
  readonly text: string;
  readonly label: string;
  /** Display name of a field; undefined if there is none. */
  readonly name: string | undefined;
}

const FIELD = /^\s*([\p{L}_][\w-]*)?$/u;
const FILTER = /\|\s*([a-z]*)$/;
const IN_TEST = /(?:^|\s)(?:if|elif|elsif|and|or|not)\s+([\p{L}_][\w-]*)?$/u;
const IN_REPEAT = /^\s*for\s+[\p{L}_][\w-]*\s+in\s+([\p{L}_][\w-]*)?$/u;
const BLOCK = /^\s*([a-z]*)$/;
const REPEATS = /\{%\s*(?:for\s+([\p{L}_][\w-]*)\s+in\s[^}]*|(endfor)\s*)%\}/gu;

/** The open tag before the caret; undefined outside of tags, and where there is nothing to suggest. */
export function findOpenTag(before: string): OpenTag | undefined {
  const near = before.slice(-MAX_TAG_CHARACTERS);
  const value = near.lastIndexOf("{{");
  const control = near.lastIndexOf("{%");
  const start = Math.max(value, control);
  if (start < 0) return undefined;
  const inner = near.slice(start + 2);
  if (/[}\n]/.test(inner)) return undefined;
  if (value < control) {
    const repeat = IN_REPEAT.exec(inner);
    if (repeat) return { wants: "list", typed: repeat[1] ?? "", isValue: false };
    const test = IN_TEST.exec(inner);
    if (test) return { wants: "field", typed: test[1] ?? "", isValue: false };
    const block = BLOCK.exec(inner);
    return block ? { wants: "block", typed: block[1] ?? "", isValue: false } : undefined;
  }
  const field = FIELD.exec(inner);
  if (field) return { wants: "field", typed: field[1] ?? "", isValue: true };
  if ((inner.match(/"/g)?.length ?? 0) % 2) return undefined;
  const filter = FILTER.exec(inner);
  return filter ? { wants: "filter", typed: filter[1] ?? "", isValue: true } : undefined;
}

/** Names of the item variables of the repeats around the caret, innermost first. */
export function listOpenRepeats(before: string): readonly string[] {
  const names: string[] = [];
  for (const [, name] of before.matchAll(REPEATS)) {
    if (name === undefined) names.shift();
    else names.unshift(name);
  }
  return [...new Set(names)];
}

function buildSuggestions(texts: Readonly<Record<string, string>>): readonly Suggestion[] {
  return Object.entries(texts).map(([id, text]) => ({ id, text, label: id, name: undefined }));
}

/** Items with a name that starts with the typed text, followed by items with a name that contains it. */
export function rankMatches<Item>(
  typed: string,
  items: readonly Item[],
  namesOf: (item: Item) => readonly string[],
): readonly Item[] {
  const typedLower = typed.toLowerCase();
  const names = new Map(items.map((item) => [item, namesOf(item).map((name) => name.toLowerCase())]));
  const isWith = (item: Item, fits: (name: string) => boolean) => names.get(item)?.some(fits) ?? false;
  const begins = items.filter((item) => isWith(item, (name) => name.startsWith(typedLower)));
  const isFirst = new Set(begins);
  return [
    ...begins,
    ...items.filter((item) => !isFirst.has(item) && isWith(item, (name) => name.includes(typedLower))),
  ];
}

/** Matching suggestions, best first. */
export function listSuggestions(
  open: OpenTag,
  tags: readonly MergeField[],
  nameOf: (tag: MergeField) => string | undefined,
): readonly Suggestion[] {
  const fields = open.wants === "list" ? tags.filter(({ several }) => several) : tags;
  const all: readonly Suggestion[] =
    open.wants === "filter"
      ? buildSuggestions(FILTERS)
      : open.wants === "block"
        ? buildSuggestions(BLOCKS)
        : fields.map((tag) => ({ id: tag.tag, text: tag.tag, label: tag.tag, name: nameOf(tag) }));
  const matches = rankMatches(open.typed, all, ({ label, name = "" }) => [label, name]);
  // An exact match needs no suggestion, except for a block: it inserts more than its keyword.
  if (open.wants === "block") return matches;
  return matches.length === 1 && matches[0]?.label === open.typed ? [] : matches;
}

export interface Insertion {
  /** Number of characters to replace before the caret. */
  readonly replaces: number;
  readonly text: string;
  /** New caret position, counted from the start of the inserted text. */
  readonly caret: number;
}

/** The text to insert for a suggestion, including missing closing braces. */
export function buildInsertion(open: OpenTag, chosen: Suggestion, before: string, after: string): Insertion {
  const space = open.typed === "" && !/\s$/.test(before) ? " " : "";
  const isClosed = /^[^{}\n]*(?:\}\}|%\})/.test(after);
  // A tag that is already closed needs only its keyword.
  const chosenText = open.wants === "block" && isClosed ? (chosen.text.split(" %}")[0] ?? "") : chosen.text;
  const text = space + chosenText.replace("¦", "");
  const mark = chosenText.indexOf("¦");
  const closing = open.isValue && !isClosed ? " }}" : "";
  const caret = mark >= 0 ? space.length + mark : text.length + closing.length;
  return { replaces: open.typed.length, text: text + closing, caret };
}
