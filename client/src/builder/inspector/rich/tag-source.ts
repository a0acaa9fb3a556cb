/** A merge tag as it stands in a text, without its braces: a field, and what is done to its value. */

export interface TagSource {
  readonly field: string;
  /** What stands where a contact has none. */
  readonly fallback: string;
  /** The other filters, as they are written. */
  readonly filters: readonly string[];
}

/** The grammar of the server (delivery/tags) as far as a chip can hold it: a path, then filters. */
const PATH = /^\s*([\p{L}_][\p{L}\d_-]*(?:\.[\p{L}_][\p{L}\d_-]*)*)\s*/u;
const FILTER = /^\|\s*([a-z]+)\s*(?::\s*("[^"]*"|'[^']*'|-?\d+(?:\.\d+)?)\s*)?/;
/** The server takes no longer tag. */
const MOST = 500;

/** Reads a tag; undefined when it is none that a chip can hold. */
export function readTag(source: string): TagSource | undefined {
  const path = source.length <= MOST ? PATH.exec(source) : null;
  if (!path?.[1]) return undefined;
  let rest = source.slice(path[0].length);
  let fallback = "";
  const filters: string[] = [];
  while (rest !== "") {
    const filter = FILTER.exec(rest);
    if (!filter) return undefined;
    const [all, name, argument] = filter;
    if (name === "default" || name === "fallback") fallback = argument?.replace(/^["']|["']$/g, "") ?? "";
    else filters.push(argument === undefined ? `${name}` : `${name}: ${argument}`);
    rest = rest.slice(all.length);
  }
  return { field: path[1], fallback, filters };
}

/** Writes it; a text can't hold both kinds of quotes, nor braces. */
export function writeTag({ field, fallback, filters }: TagSource): string {
  const plain = fallback.replace(/[{}]/g, "").slice(0, MOST - 200);
  const words = plain.includes("'") ? `"${plain.replaceAll('"', "”")}"` : `'${plain}'`;
  return [field, ...(plain ? [`default: ${words}`] : []), ...filters].join(" | ");
}
