import { expect, test } from "vitest";
import type { components } from "@/generated/api";
import { listPlanNotices } from "./plan-notices";

type Plan = components["schemas"]["PlanOut"];
type Usage = components["schemas"]["UsageOut"];

const NOW = Date.parse("2026-11-21T12:00:00Z");

function buildPlan(expiredDate: string | null): Plan {
  return { expiredDate } as Plan;
}

function buildUsage(subfeature: string, used: number, limit: number): Usage {
  const resetsAt = subfeature === "emailSent" ? "2026-12-01" : null;
  return {
    counters: [
      { name: "x", feature: "f", subfeature, used, reserved: 0, limit, left: Math.max(0, limit - used), resetsAt },
    ],
  };
}

test.each([
  ["a second ago", "2026-11-21T11:59:59Z", ["expired"]],
  ["in seven days", "2026-11-28T12:00:00Z", ["expiring"]],
  ["in more than seven days", "2026-11-28T12:00:01Z", []],
  ["never", null, []],
])("a plan that ends %s", (_when, date, kinds) => {
  expect(listPlanNotices(buildPlan(date), undefined, NOW).map(({ kind }) => kind)).toEqual(kinds);
});

test("the end is told with its exact date", () => {
  expect(listPlanNotices(buildPlan("2026-11-20T00:00:00Z"), undefined, NOW)).toEqual([
    { kind: "expired", key: "expired:2026-11-20T00:00:00Z", date: "2026-11-20T00:00:00Z" },
  ]);
});

test.each([
  ["emailSent", 799, 1000, []],
  ["emailSent", 800, 1000, ["near"]],
  ["emailSent", 999, 1000, ["near"]],
  ["emailSent", 1000, 1000, ["out"]],
  ["emailSent", 1200, 1000, ["out"]],
  ["emailSent", 5, -1, []],
  ["emailSent", 0, 0, []],
  ["contact", 12_000, 15_000, ["near"]],
  ["sender", 5, 5, []],
])("%s with %i of %i used", (subfeature, used, limit, kinds) => {
  expect(listPlanNotices(undefined, buildUsage(subfeature, used, limit), NOW).map(({ kind }) => kind)).toEqual(kinds);
});

test("the gravest comes first: the end of the plan, then what is out, then what is near", () => {
  const near = buildUsage("emailSent", 900, 1000).counters;
  const out = buildUsage("contact", 15, 15).counters;

  const kinds = listPlanNotices(buildPlan("2026-11-01T00:00:00Z"), { counters: [...near, ...out] }, NOW).map(
    ({ kind }) => kind,
  );

  expect(kinds).toEqual(["expired", "out", "near"]);
});

test("another month is another notice, so that putting one away does not hold for ever", () => {
  const november = listPlanNotices(undefined, buildUsage("emailSent", 900, 1000), NOW)[0]?.key;
  const next = buildUsage("emailSent", 900, 1000).counters.map((counter) => ({ ...counter, resetsAt: "2027-01-01" }));

  expect(listPlanNotices(undefined, { counters: next }, NOW)[0]?.key).not.toBe(november);
});
