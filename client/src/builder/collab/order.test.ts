import { expect, test } from "vitest";
import { between, isOrder } from "./order";

/** The maximum length in names.ts and in the server's snapshot.py. */
const LONGEST = 512;

test.for(["before", "behind"])("as many as a document holds are put at one place, each %s the last", (side) => {
  const [first, last] = ["a0", "a1"];
  let order = between(first, last);

  for (let put = 0; put < 2000; put += 1) {
    const next = side === "before" ? between(first, order) : between(order, last);
    expect(side === "before" ? next > first && next < order : next > order && next < last).toBe(true);
    order = next;
  }

  expect(order.length).toBeLessThan(LONGEST);
  expect(isOrder(order)).toBe(true);
});

test.for(["", "~", "a", "a0000", "Kopi", "a0\u00e9"])("%s is no order", (value) => {
  expect(isOrder(value)).toBe(false);
});
