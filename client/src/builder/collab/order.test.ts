import { expect, test } from "vitest";
import { generateOrder, isOrder } from "./order";

/** The maximum length in names.ts and in the server's snapshot.py. */
const MAX_ORDER_LENGTH = 512;

test.for(["before", "behind"])("as many as a document holds are put at one place, each %s the last", (side) => {
  const [first, last] = ["a0", "a1"];
  let order = generateOrder(first, last);

  for (let put = 0; put < 2000; put += 1) {
    const next = side === "before" ? generateOrder(first, order) : generateOrder(order, last);
    expect(side === "before" ? next > first && next < order : next > order && next < last).toBe(true);
    order = next;
  }

  expect(order.length).toBeLessThan(MAX_ORDER_LENGTH);
  expect(isOrder(order)).toBe(true);
});

test.for(["", "~", "a", "a0000", "Kopi", "a0\u00e9"])("%s is no order", (value) => {
  expect(isOrder(value)).toBe(false);
});
