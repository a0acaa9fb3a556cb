import { expect, test } from "vitest";
import { type Counter, getUsageLevel, listDisplayedCounters } from "./usage-data";

function buildCounter(subfeature: string): Counter {
  return {
    name: `${subfeature}Used`,
    feature: "x",
    subfeature,
    used: 0,
    reserved: 0,
    limit: 10,
    left: 10,
    resetsAt: null,
  };
}

test.each([
  [0, 10, "ok"],
  [7, 10, "ok"],
  [8, 10, "near"],
  [10, 10, "out"],
  [0, 0, "out"],
  [5_000_000, -1, "ok"],
] as const)("%s of %s is %s", (used, limit, level) => {
  expect(getUsageLevel({ used, limit })).toBe(level);
});

test("counters of areas that are not there yet are left out, the others stand in their order", () => {
  expect(
    listDisplayedCounters(["pushSent", "contact", "emailSent"].map(buildCounter)).map(({ subfeature }) => subfeature),
  ).toEqual(["emailSent", "contact"]);
});
