import { describe, expect, test } from "vitest";
import type { Health } from "./health-data";
import { findProblems, formatPercent, getHealthLevel, scalePosition, sumDays } from "./health-status";

const DAY = {
  day: "2026-01-02",
  handed: 1000,
  delivered: 900,
  hardBounced: 10,
  softBounced: 20,
  blocked: 5,
  complained: 1,
};

const HEALTHY: Health = {
  paused: null,
  window: {
    since: "2026-01-01T00:00:00Z",
    handed: 1000,
    delivered: 990,
    hardBounced: 1,
    complained: 0,
    bounceRate: 0.001,
    complaintRate: 0,
  },
  limits: { bounceRate: 0.05, complaintRate: 0.003, leastSent: 500, leastComplaints: 3, days: 7 },
  days: [DAY],
  destinations: [],
  returns: [],
  pauses: [],
};

test("days are added up", () => {
  const { day: _, ...figures } = DAY;
  expect(sumDays([])).toEqual(Object.fromEntries(Object.keys(figures).map((name) => [name, 0])));
  expect(sumDays([DAY, DAY])).toEqual({
    handed: 2000,
    delivered: 1800,
    hardBounced: 20,
    softBounced: 40,
    blocked: 10,
    complained: 2,
  });
});

test.each([
  [0, 0.05, "ok"],
  [0.024, 0.05, "ok"],
  [0.025, 0.05, "near"],
  [0.0499, 0.05, "near"],
  [0.05, 0.05, "over"],
  [1, 0, "ok"],
] as const)("a rate of %s against %s is %s", (rate, limit, level) => {
  expect(getHealthLevel(rate, limit)).toBe(level);
});

describe("what is to be mended", () => {
  test("is nothing of a healthy team", () => {
    expect(findProblems(HEALTHY)).toEqual([]);
  });

  test("is first what holds the team", () => {
    const paused = { reason: "bounces" } as NonNullable<Health["paused"]>;
    const window = { ...HEALTHY.window, complaintRate: 0.002 };
    expect(findProblems({ ...HEALTHY, paused, window })).toEqual(["bounces", "complaints"]);
  });

  test("is nothing while too little was sent to judge", () => {
    const window = { ...HEALTHY.window, handed: 499, bounceRate: 0.5, complaintRate: 0.5 };
    expect(findProblems({ ...HEALTHY, window, days: [{ ...DAY, handed: 499, blocked: 499 }] })).toEqual([]);
  });

  test("is what other servers block", () => {
    expect(findProblems({ ...HEALTHY, days: [{ ...DAY, blocked: 20 }] })).toEqual(["blocked"]);
  });
});

test("limits read short, and a scale ends at twice the limit", () => {
  expect([formatPercent(0.05), formatPercent(0.003), formatPercent(0.001)]).toEqual(["5%", "0.3%", "0.1%"]);
  expect([scalePosition(0.025, 0.05), scalePosition(0.05, 0.05), scalePosition(1, 0.05), scalePosition(1, 0)]).toEqual([
    0.25, 0.5, 1, 0,
  ]);
});
