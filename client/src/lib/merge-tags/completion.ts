import type { MergeField } from "./fields";
import { MAX_TAG_CHARACTERS } from "./tag";

/** What can be done to the text of a field, with what is written for it; `¦` is where the caret goes. */
export const FILTERS: Readonly<Record<string, string>> = {
  fallback: 'fallback: "¦"',
  upper: "upper",
  lower: "lower",
  title: "title",
  capitalize: "capitalize",
  date: 'date: "long"',
  number: "number",
};

/** Conditions and repeats, each with its end; `¦` is where the caret goes. */
export const BLOCKS: Readonly<Record<string, string>> = {
  if: "if ¦ %}{% endif %}",
  for: "for item in ¦ %}{{ item }}{% endfor %}",
  else: "else %}",
  endif: "endif %}",
  endfor: "endfor %}",
};

export interface OpenTag {
  /** `list` is a field that a repeat can go over, `block` a word that begins or ends a condition or a repeat. */
  readonly wants: "field" | "filter" | "list" | "block";
  /** What is typed of it so far. */
  readonly typed: string;
  /** A value is closed by braces of its own; a condition goes on. */
  readonly isValue: boolean;
}

export interface Suggestion {
  readonly id: string;
  /** What is written in place of what was typed. */
  readonly text: string;
  readonly label: string;
  /** What people call it; undefined for what has no other name. */
  readonly name: string | undefined;
}

const FIELD = /^\s*([\p{L}_][\w-]*)?$/u;
const FILTER = /\|\s*([a-z]*)$/;
const IN_TEST = /(?:^|\s)(?:if|elif|elsif|and|or|not)\s+([\p{L}_][\w-]*)?$/u;
const IN_REPEAT = /^\s*for\s+[\p{L}_][\w-]*\s+in\s+([\p{L}_][\w-]*)?$/u;
const BLOCK = /^\s*([a-z]*)$/;
const REPEATS = /\{%\s*(?:for\s+([\p{L}_][\w-]*)\s+in\s[^}]*|(endfor)\s*)%\}/gu;

/** What the text before the caret waits for; undefined outside tags, and where nothing can be offered. */
export function openTag(before: string): OpenTag | undefined {
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

/** What the items of the repeats around the caret are called, the innermost first. */
export function openRepeats(before: string): readonly string[] {
  const names: string[] = [];
  for (const [, name] of before.matchAll(REPEATS)) {
    if (name === undefined) names.shift();
    else names.unshift(name);
  }
  return [...new Set(names)];
}

function written(texts: Readonly<Record<string, string>>): readonly Suggestion[] {
  return Object.entries(texts).map(([id, text]) => ({ id, text, label: id, name: undefined }));
}

/** Those of whose names one begins with what is typed, then those of whose names one holds it. */
export function matching<Item>(
  typed: string,
  items: readonly Item[],
  namesOf: (item: Item) => readonly string[],
): readonly Item[] {
  const wanted = typed.toLowerCase();
  const names = new Map(items.map((item) => [item, namesOf(item).map((name) => name.toLowerCase())]));
  const isWith = (item: Item, fits: (name: string) => boolean) => names.get(item)?.some(fits) ?? false;
  const begins = items.filter((item) => isWith(item, (name) => name.startsWith(wanted)));
  const isFirst = new Set(begins);
  return [...begins, ...items.filter((item) => !isFirst.has(item) && isWith(item, (name) => name.includes(wanted)))];
}

/** What fits, the best first. */
export function suggestions(
  open: OpenTag,
  tags: readonly MergeField[],
  nameOf: (tag: MergeField) => string | undefined,
): readonly Suggestion[] {
  const fields = open.wants === "list" ? tags.filter(({ several }) => several) : tags;
  const all: readonly Suggestion[] =
    open.wants === "filter"
      ? written(FILTERS)
      : open.wants === "block"
        ? written(BLOCKS)
        : fields.map((tag) => ({ id: tag.tag, text: tag.tag, label: tag.tag, name: nameOf(tag) }));
  const found = matching(open.typed, all, ({ label, name = "" }) => [label, name]);
  // What is there to the letter needs no offer, but where more than the word is written for it.
  if (open.wants === "block") return found;
  return found.length === 1 && found[0]?.label === open.typed ? [] : found;
}

export interface Insertion {
  /** How many characters before the caret it takes the place of. */
  readonly replaces: number;
  readonly text: string;
  /** Where the caret stands afterwards, from the beginning of what was put in. */
  readonly caret: number;
}

/** How a suggestion is written, with the braces that are still missing. */
export function insertionOf(open: OpenTag, chosen: Suggestion, before: string, after: string): Insertion {
  const space = open.typed === "" && !/\s$/.test(before) ? " " : "";
  const isClosed = /^[^{}\n]*(?:\}\}|%\})/.test(after);
  // A tag that is closed already keeps its end; only its own word is missing.
  const chosenText = open.wants === "block" && isClosed ? (chosen.text.split(" %}")[0] ?? "") : chosen.text;
  const text = space + chosenText.replace("¦", "");
  const mark = chosenText.indexOf("¦");
  const closing = open.isValue && !isClosed ? " }}" : "";
  const caret = mark >= 0 ? space.length + mark : text.length + closing.length;
  return { replaces: open.typed.length, text: text + closing, caret };
}
