import { expect, test } from "vitest";
import { isOlder } from "./versions";

test.each([
  ["", "2.0.0", true],
  ["1.9.9", "2.0.0", true],
  ["1.10.0", "1.9.0", false],
  ["1.9", "1.10", true],
  ["2.0.0", "2.0.0", false],
  ["2", "2.0.0", false],
  ["2.0.1", "2.0.0", false],
  ["nonsense", "2.0.0", true],
])("%s before %s", (a, b, expected) => {
  expect(isOlder(a, b)).toBe(expected);
});
