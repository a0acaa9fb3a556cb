import { expect, test } from "vitest";
import type { Analytics, TrxMetrics } from "../shapes";
import { getShare, getShareChange, trimBeforeFirstMessage } from "./metrics";

const METRICS = {
  accepted: 1000,
  sent: 985,
  delivered: 980,
  returned: 5,
  bounced: 15,
  failed: 5,
  inDoubt: 0,
  opened: 490,
  clicked: 98,
} as TrxMetrics;

test("rates are of what was handed over, opens and clicks of what arrived", () => {
  expect(getShare(METRICS, "delivered")).toEqual({ part: 980, whole: 1000 });
  expect(getShare(METRICS, "bounced")).toEqual({ part: 15, whole: 1000 });
  expect(getShare(METRICS, "opened")).toEqual({ part: 490, whole: 980 });
});

test("a number moves in percent, and more mail is neither good nor bad", () => {
  expect(getShareChange({ part: 1124, whole: undefined }, { part: 1000, whole: undefined }, "accepted")).toEqual({
    text: "12.4%",
    direction: "up",
    meaning: "neutral",
  });
});

test("a rate moves in points, and more bounces are bad", () => {
  const [now, before] = [getShare(METRICS, "bounced"), { part: 8, whole: 1000 }];
  expect(getShareChange(now, before, "bounced")).toEqual({ text: "0.70 pt", direction: "up", meaning: "bad" });
  expect(getShareChange({ part: 97, whole: 100 }, { part: 98, whole: 100 }, "delivered")).toEqual({
    text: "1.0 pt",
    direction: "down",
    meaning: "bad",
  });
});

test("nothing to compare with, or nothing that moved, says nothing", () => {
  expect(getShareChange({ part: 5, whole: undefined }, { part: 0, whole: undefined }, "accepted")).toBeUndefined();
  expect(getShareChange({ part: 5, whole: 10 }, { part: 0, whole: 0 }, "opened")).toBeUndefined();
  expect(getShareChange({ part: 5000, whole: 10_000 }, { part: 5001, whole: 10_000 }, "opened")).toBeUndefined();
});

function buildPoint(at: string, accepted: number): Analytics["series"][number] {
  return { at, figures: { accepted, sent: 0 } as TrxMetrics, latency: null };
}

const NO_MESSAGES = {
  from: "2024-11-23T17:00:00Z",
  series: [buildPoint("2024-11-23T17:00:00Z", 0)],
} as unknown as Analytics;

test("all time begins with the first mail, whatever came after it", () => {
  const days = [
    buildPoint("2024-11-23T17:00:00Z", 0),
    buildPoint("2024-11-24T17:00:00Z", 3),
    buildPoint("2024-11-25T17:00:00Z", 0),
    buildPoint("2024-11-26T17:00:00Z", 5),
  ];

  const shown = trimBeforeFirstMessage({ ...NO_MESSAGES, series: days });

  expect(shown.from).toBe("2024-11-24T17:00:00Z");
  expect(shown.series.map(({ figures }) => figures.accepted)).toEqual([3, 0, 5]);
});

test("where there was none it is left as it is", () => expect(trimBeforeFirstMessage(NO_MESSAGES)).toBe(NO_MESSAGES));
