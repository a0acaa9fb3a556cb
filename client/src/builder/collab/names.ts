/** Names in documents: ids, orders, kinds and ports. */
import type { Plain } from "./values";

/** The server would sort some other characters differently. */
const NAME = /^[!-~]{1,64}$/;

/** Maximum number of a setting's items that are read as slots or ports. */
export const MAX_ITEMS = 200;

export function isName(value: unknown): value is string {
  return typeof value === "string" && NAME.test(value);
}

/** The distinct ids of a setting's items, at most `MAX_ITEMS`. */
export function itemIds(items: Plain): readonly string[] {
  const ids = Array.isArray(items) ? items.map((item: Plain) => ownId(item)) : [];
  return [...new Set(ids.filter(isName))].slice(0, MAX_ITEMS);
}

function ownId(item: Plain): unknown {
  return typeof item === "object" && item !== null && Object.hasOwn(item, "id")
    ? (item as { id?: Plain }).id
    : undefined;
}

/** Compares by code units, like Python compares ASCII; `localeCompare` would depend on the user's language. */
export function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
