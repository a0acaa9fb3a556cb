/** Reads and writes merge tags without their braces: a field, followed by filters in the order of their use. */

export interface TagFilter {
  readonly name: string;
  /** As written, in quotes or as a number; undefined if the filter has none. */
  readonly argument?: string;
}

export interface MergeTag {
  readonly field: string;
  readonly filters: readonly TagFilter[];
}

/** The server's grammar (server/delivery/tags/grammar.py) for one value: a path, followed by filters. */
const PATH = /^\s*([\p{L}_][\p{L}\d_-]*(?:\.[\p{L}_][\p{L}\d_-]*)*)\s*/u;
const FILTER = /^\|\s*([a-z]+)\s*(?::\s*("[^"]*"|'[^']*'|-?\d+(?:\.\d+)?)\s*)?/;
/** The server rejects longer tags. */
export const MAX_TAG_CHARACTERS = 500;
const MAX_FALLBACK_CHARACTERS = 300;

/** Quotes a text. The grammar has no escapes: in a text with both kinds of quotes, ’ replaces '. */
export function quote(text: string): string {
  return text.includes('"') ? `'${text.replaceAll("'", "’")}'` : `"${text}"`;
}

/** Reads the inside of a tag; undefined if it is invalid. `default` is another name for `fallback`. */
export function readTag(source: string): MergeTag | undefined {
  const path = source.length <= MAX_TAG_CHARACTERS ? PATH.exec(source) : null;
  if (!path?.[1]) return undefined;
  let rest = source.slice(path[0].length);
  const filters: TagFilter[] = [];
  while (rest !== "") {
    const filter = FILTER.exec(rest);
    if (!filter?.[1]) return undefined;
    const [all, written, argument] = filter;
    const name = written === "default" ? "fallback" : written;
    filters.push(argument === undefined ? { name } : { name, argument });
    rest = rest.slice(all.length);
  }
  return { field: path[1], filters };
}

export function writeTag({ field, filters }: MergeTag): string {
  const written = filters.map(({ name, argument }) => (argument === undefined ? name : `${name}: ${argument}`));
  return [field, ...written].join(" | ");
}

/** The text shown if the field is empty; an empty string without a fallback. */
export function getFallback({ filters }: MergeTag): string {
  return filters.find(({ name }) => name === "fallback")?.argument?.slice(1, -1) ?? "";
}

/**
 * Returns the tag with this fallback text, without braces. It replaces an existing fallback, else it becomes the last
 * filter. A blank text removes the fallback.
 */
export function withFallback({ field, filters }: MergeTag, text: string): MergeTag {
  const words = text.replace(/[{}]/g, "").trim().slice(0, MAX_FALLBACK_CHARACTERS);
  const at = filters.findIndex(({ name }) => name === "fallback");
  const before = at < 0 ? filters : filters.slice(0, at);
  const after = at < 0 ? [] : filters.slice(at + 1).filter(({ name }) => name !== "fallback");
  const fallback = words ? [{ name: "fallback", argument: quote(words) }] : [];
  return { field, filters: [...before, ...fallback, ...after] };
}
