import { expect, test } from "vitest";
import { describeMetricChange, getShare } from "./metrics";
import type { PeriodMetrics } from "./stats-data";

const PERIOD_METRICS = {
  sent: 980,
  delivered: 980,
  failed: 18,
  inDoubt: 2,
  hardBounced: 12,
  softBounced: 4,
  opened: 392,
  clicked: 49,
} as PeriodMetrics;

test("each rate is of what the definitions say", () => {
  expect(getShare(PERIOD_METRICS, "sent")).toEqual({ part: 980, whole: undefined });
  expect(getShare(PERIOD_METRICS, "delivered")).toEqual({ part: 980, whole: 1000 });
  expect(getShare(PERIOD_METRICS, "opened")).toEqual({ part: 392, whole: 980 });
  expect(getShare(PERIOD_METRICS, "clicked")).toEqual({ part: 49, whole: 980 });
  expect(getShare(PERIOD_METRICS, "bounced")).toEqual({ part: 16, whole: 1000 });
});

test("up is good for opens, bad for bounces and nothing for the number sent", () => {
  const more = { part: 50, whole: 100 };
  const less = { part: 40, whole: 100 };

  expect(describeMetricChange(more, less, "opened")).toEqual({ text: "10.0 pt", direction: "up", meaning: "good" });
  expect(describeMetricChange(less, more, "opened")).toEqual({ text: "10.0 pt", direction: "down", meaning: "bad" });
  expect(describeMetricChange(more, less, "bounced")).toMatchObject({ direction: "up", meaning: "bad" });
  expect(describeMetricChange({ part: 112, whole: undefined }, { part: 100, whole: undefined }, "sent")).toEqual({
    text: "12.0%",
    direction: "up",
    meaning: "neutral",
  });
});

test("without anything before, or without a move, there is no delta", () => {
  expect(describeMetricChange({ part: 5, whole: undefined }, { part: 0, whole: undefined }, "sent")).toBeUndefined();
  expect(describeMetricChange({ part: 5, whole: 100 }, { part: 0, whole: 0 }, "opened")).toBeUndefined();
  expect(describeMetricChange({ part: 5, whole: 100 }, { part: 10, whole: 200 }, "opened")).toBeUndefined();
});
