import { expect, test } from "vitest";
import { wholeIn } from "./numbers";

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
  expect(wholeIn(text, 1, 100)).toBe(value);
});
