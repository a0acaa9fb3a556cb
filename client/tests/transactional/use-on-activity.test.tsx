import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useOnActivity } from "@/features/transactional/use-on-activity";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends events a second apart. Returns when the callback ran, in milliseconds after the first event. */
function measureRuns(words: number, settledMs?: number): number[] {
  const began = Date.now();
  const ran: number[] = [];
  const hook = renderHook(
    ({ revision }) => {
      useOnActivity(revision, 5_000, () => ran.push(Date.now() - began), settledMs);
    },
    { initialProps: { revision: 0 } },
  );
  for (let revision = 1; revision <= words; revision += 1) {
    hook.rerender({ revision });
    vi.advanceTimersByTime(1_000);
  }
  vi.advanceTimersByTime(20_000);
  hook.unmount();
  return ran;
}

test("in a rush it runs once in the time, and once more after the last word", () => {
  expect(measureRuns(8)).toEqual([0, 5_000, 10_000]);
});

test("what settles is followed by a run that does not wait for the time", () => {
  expect(measureRuns(2, 1_500)).toEqual([0, 2_500]);
  expect(measureRuns(8, 1_500)).toEqual([0, 5_000, 8_500]);
  expect(measureRuns(1, 1_500)).toEqual([0]);
});
