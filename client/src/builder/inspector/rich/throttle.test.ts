import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { THROTTLE_MS, throttle } from "./throttle";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a second of keystrokes is told four times: at once, and at the end of each 300 ms", () => {
  const told: number[] = [];
  const start = Date.now();
  const changes = throttle(() => told.push(Date.now() - start));
  for (let stroke = 0; stroke < 20; stroke += 1) {
    changes.call();
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(1000);

  expect(told).toEqual([0, THROTTLE_MS, 600, 900, 1200].slice(0, told.length));
  expect(told.length).toBeGreaterThanOrEqual(4);
});

test("what waits is told on the way out, and nothing when nothing waits", () => {
  const tell = vi.fn();
  const changes = throttle(tell);
  changes.call();
  changes.flush();
  expect(tell).toHaveBeenCalledTimes(1);
  changes.call();
  changes.call();
  changes.flush();

  expect(tell).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(1000);
  expect(tell).toHaveBeenCalledTimes(3);
});
