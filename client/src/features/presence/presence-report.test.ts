import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PresenceReport, type ReportedScreen } from "./presence-report";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createReport() {
  const reports: string[] = [];
  const one = new PresenceReport(({ screen, thing }: ReportedScreen) =>
    reports.push(thing ? `${screen} ${thing}` : screen),
  );
  return { one, reports };
}

test("a navigation and what its screen shows are told as one", () => {
  const { one, reports } = createReport();

  one.show("campaigns");
  one.show("campaign-edit");
  one.watch("campaign:1");
  vi.advanceTimersByTime(1000);

  expect(reports).toEqual(["campaign-edit campaign:1"]);
});

test("of many moves the last is told, at most one a second", () => {
  const { one, reports } = createReport();

  for (let move = 0; move < 50; move += 1) {
    one.show(`screen-${move}`);
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(2000);

  expect(reports.length).toBeLessThanOrEqual(6);
  expect(reports.at(-1)).toBe("screen-49");
});

test("what is not shown any more is not told, and the same is not told twice", () => {
  const { one, reports } = createReport();
  one.show("campaigns");
  const stop = one.watch("campaign:1");
  vi.advanceTimersByTime(2000);
  const stopSecond = one.watch("campaign:2");
  stop();
  vi.advanceTimersByTime(2000);
  stopSecond();
  vi.advanceTimersByTime(2000);
  one.show("campaigns");
  vi.advanceTimersByTime(2000);

  expect(reports).toEqual(["campaigns campaign:1", "campaigns campaign:2", "campaigns"]);
});

test("after a connect it is told at once, and to come back says so at most once a minute", () => {
  const { one, reports } = createReport();
  one.show("campaigns");
  vi.advanceTimersByTime(2000);

  one.reconnected();
  expect(reports).toEqual(["campaigns", "campaigns"]);
  vi.advanceTimersByTime(30_000);
  one.becameVisible();
  expect(reports).toHaveLength(2);
  vi.advanceTimersByTime(30_000);
  one.becameVisible();
  expect(reports).toHaveLength(3);
});

test("nothing is told before there is a screen, or after the end", () => {
  const { one, reports } = createReport();
  one.reconnected();
  one.show("campaigns");
  one.stop();
  vi.advanceTimersByTime(2000);

  expect(reports).toEqual([]);
});
