import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { batchCalls } from "./batch-calls";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("calls of one key within the delay are one call, at the end of the first one's delay", () => {
  const batch = batchCalls(200);
  const run = vi.fn<(key: string) => void>();
  batch("a", () => run("a, first"));
  vi.advanceTimersByTime(150);
  batch("a", () => run("a, second"));
  batch("b", () => run("b"));
  vi.advanceTimersByTime(49);
  expect(run).not.toHaveBeenCalled();

  vi.advanceTimersByTime(1);
  expect(run.mock.calls).toEqual([["a, first"]]);
  vi.advanceTimersByTime(150);
  expect(run.mock.calls).toEqual([["a, first"], ["b"]]);
});

test("a call after the delay is scheduled again, also if the one before failed", () => {
  const batch = batchCalls(200);
  const run = vi.fn();
  batch("a", () => {
    throw new Error("rejected");
  });
  expect(() => vi.advanceTimersByTime(200)).toThrow("rejected");

  batch("a", run);
  vi.advanceTimersByTime(200);
  expect(run).toHaveBeenCalledOnce();
});
