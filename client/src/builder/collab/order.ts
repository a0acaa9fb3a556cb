/** Places among siblings: strings that sort, between any two of which there is room for another. */
import { generateKeyBetween } from "fractional-indexing";

/** So many coin tosses keep two who insert at the same place at the same time apart, but for one case in 16. */
const TOSSES = 4;

/** An order that is longer grows as little as it can: whoever puts things at one place again and again makes it longer. */
const LONG = 24;

/**
 * An order after `left` and before `right`; null stands for the end on that side. `random` is in [0, 1).
 *
 * Throws when `left` is not below `right`.
 */
export function between(left: string | null, right: string | null, random: () => number = Math.random): string {
  let order = generateKeyBetween(left, right);
  for (let toss = 0; toss < TOSSES && order.length < LONG; toss += 1) {
    order = random() < 0.5 ? generateKeyBetween(left, order) : generateKeyBetween(order, right);
  }
  return order;
}

/** Whether there is room beside it: a client that is not ours may have stored any other string. */
export function isOrder(value: string): boolean {
  if (!/^[0-9A-Za-z]+$/.test(value)) return false;
  try {
    generateKeyBetween(value, null);
    return true;
  } catch {
    return false;
  }
}
