import { expect, test } from "vitest";
import { retryDelayMs } from "./retry-delay";

test.each([
  [0, 2000],
  [1, 4000],
  [3, 16_000],
  [4, 30_000],
  [20, 30_000],
])("after %i failures it waits %i ms at most, and at least three quarters of that", (failed, ms) => {
  expect(retryDelayMs(failed, () => 1)).toBe(ms);
  expect(retryDelayMs(failed, () => 0)).toBe(ms * 0.75);
});
