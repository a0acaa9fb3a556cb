/** Orders among siblings: sortable strings, with space for another one between any two. */
import { generateKeyBetween } from "fractional-indexing";

/** Random bits: two concurrent inserts at one position get equal orders in one of 16 cases. */
const RANDOM_BITS = 4;

/** Above this length, orders get no random bits: each insert at one position makes them longer. */
const MAX_RANDOM_LENGTH = 24;

/**
 * An order after `left` and before `right`; null is the end on that side. `random` is in [0, 1). Throws if `left` is
 * not below `right`.
 */
export function generateOrder(left: string | null, right: string | null, random: () => number = Math.random): string {
  let order = generateKeyBetween(left, right);
  for (let bit = 0; bit < RANDOM_BITS && order.length < MAX_RANDOM_LENGTH; bit += 1) {
    order = random() < 0.5 ? generateKeyBetween(left, order) : generateKeyBetween(order, right);
  }
  return order;
}

/** Whether a value is an order that others can go beside. A third-party client can store any string. */
export function isOrder(value: string): boolean {
  if (!/^[0-9A-Za-z]+$/.test(value)) return false;
  try {
    generateKeyBetween(value, null);
    return true;
  } catch {
    return false;
  }
}
