import { expect, test } from "vitest";
import { countRemainingDays, resolveExpiry } from "./key-expiry";

const NOW = Date.parse("2026-03-05T02:00:00Z");

test("a day of one's own still counts, by the team's clock", () => {
  expect(resolveExpiry({ choice: "day", day: "2026-03-05" }, NOW)).toBe("2026-03-05T16:59:59.000Z");
});

test("a day that is over or missing is none", () => {
  expect(resolveExpiry({ choice: "day", day: "2026-03-04" }, NOW)).toBeUndefined();
  expect(resolveExpiry({ choice: "day", day: "" }, NOW)).toBeUndefined();
});

test("a key may never end", () => {
  expect(resolveExpiry({ choice: "never", day: "" }, NOW)).toBeNull();
});

test("only whole days are left", () => {
  expect(countRemainingDays("2026-03-07T01:59:59Z", NOW)).toBe(1);
});
