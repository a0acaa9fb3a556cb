import { expect, test } from "vitest";
import { parseWholeNumber } from "./numbers";

test.each([
  ["1", 1],
  ["100", 100],
  [" 7 ", 7],
  ["0", undefined],
  ["101", undefined],
  ["2.5", undefined],
  ["", undefined],
  ["x", undefined],
])("%j is %s", (text, value) => {
  expect(parseWholeNumber(text, 1, 100)).toBe(value);
});
