/** A merge tag as it stands in a text, without its braces: a field, and what is done to its value, in this order. */

export interface TagFilter {
  readonly name: string;
  /** As it is written, in quotes or as a number; undefined where the filter has none. */
  readonly argument?: string;
}

export interface MergeTag {
  readonly field: string;
  readonly filters: readonly TagFilter[];
}

/** The server's grammar (server/delivery/tags/grammar.py) for one value: a path, then filters. */
const PATH = /^\s*([\p{L}_][\p{L}\d_-]*(?:\.[\p{L}_][\p{L}\d_-]*)*)\s*/u;
const FILTER = /^\|\s*([a-z]+)\s*(?::\s*("[^"]*"|'[^']*'|-?\d+(?:\.\d+)?)\s*)?/;
/** The server takes no longer tag. */
export const MAX_TAG_CHARACTERS = 500;
const MAX_FALLBACK_CHARACTERS = 300;

/** A text in quotes, which can't hold both kinds of them. */
export function quoted(text: string): string {
  return text.includes('"') ? `'${text.replaceAll("'", "’")}'` : `"${text}"`;
}

/** Reads the inside of a tag; undefined when it is none. `default` is another word for `fallback`. */
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

/** The inside of a tag. */
export function writeTag({ field, filters }: MergeTag): string {
  const written = filters.map(({ name, argument }) => (argument === undefined ? name : `${name}: ${argument}`));
  return [field, ...written].join(" | ");
}

/** What stands where the field is empty. */
export function fallbackOf({ filters }: MergeTag): string {
  return filters.find(({ name }) => name === "fallback")?.argument?.slice(1, -1) ?? "";
}

/**
 * The tag with this text where the field is empty, in the place of the fallback that it has, else as its last filter;
 * without one where the text is blank. Braces are left out.
 */
export function withFallback({ field, filters }: MergeTag, text: string): MergeTag {
  const words = text.replace(/[{}]/g, "").trim().slice(0, MAX_FALLBACK_CHARACTERS);
  const at = filters.findIndex(({ name }) => name === "fallback");
  const before = at < 0 ? filters : filters.slice(0, at);
  const after = at < 0 ? [] : filters.slice(at + 1).filter(({ name }) => name !== "fallback");
  const fallback = words ? [{ name: "fallback", argument: quoted(words) }] : [];
  return { field, filters: [...before, ...fallback, ...after] };
}
