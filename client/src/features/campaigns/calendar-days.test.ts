import { expect, test } from "vitest";
import { listWeeksAround, shiftPeriod } from "./calendar-days";

test("a month is shown by whole weeks", () => {
  const weeks = listWeeksAround("2026-11-22", "month");
  expect(weeks).toHaveLength(6);
  expect([weeks[0]?.[0], weeks[5]?.[6]]).toEqual(["2026-10-26", "2026-12-06"]);
  const february = listWeeksAround("2027-02-10", "month");
  expect(february).toHaveLength(4);
  expect([february[0]?.[0], february[3]?.[6]]).toEqual(["2027-02-01", "2027-02-28"]);
});

test("a week is the one of the day", () => {
  expect(listWeeksAround("2026-11-22", "week")).toEqual([
    ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"],
  ]);
});

test("steps lead over the ends of months and years", () => {
  expect(shiftPeriod("2026-12-31", "month", 1)).toBe("2027-01-01");
  expect(shiftPeriod("2027-01-31", "month", -1)).toBe("2026-12-01");
  expect(shiftPeriod("2027-01-31", "month", 1)).toBe("2027-02-01");
  expect(shiftPeriod("2026-12-30", "week", 1)).toBe("2027-01-06");
});
