/** Names in documents: ids, orders, kinds and ports. */
/** The server would sort some other characters differently. */
const NAME = /^[!-~]{1,64}$/;

/** With repeated inserts at one position, each order is longer than the previous one. */
const ORDER = /^[!-~]{1,512}$/;

export function isName(value: unknown): value is string {
  return typeof value === "string" && NAME.test(value);
}

/** Whether a value is a valid order among siblings. */
export function isStoredOrder(value: unknown): value is string {
  return typeof value === "string" && ORDER.test(value);
}

/** Compares by code units, like Python compares ASCII; `localeCompare` would depend on the user's language. */
export function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
