import { expect, test } from "vitest";
import { addDays, getWeekday, listPresets, parseZoneName, toWallTime } from "./schedule-clock";

test("a zone is named as the team's timezone ends", () => {
  expect(parseZoneName("(GMT+07:00) Asia/Jakarta")).toBe("Asia/Jakarta");
  expect(parseZoneName(undefined)).toBe("UTC");
});

test("the clock of a zone has its summer time", () => {
  expect(toWallTime("2026-11-30T02:00:00Z", "Asia/Jakarta")).toBe("2026-11-30T09:00");
  expect(toWallTime("2027-01-01T08:00:00Z", "Europe/Berlin")).toBe("2027-01-01T09:00");
  expect(toWallTime("2027-07-01T07:00:00Z", "Europe/Berlin")).toBe("2027-07-01T09:00");
  expect(toWallTime("2027-07-01T22:00:00Z", "Europe/Berlin")).toBe("2027-07-02T00:00");
  expect(toWallTime("2027-07-01T07:00:00Z", "Nowhere/Land")).toBe("2027-07-01T07:00");
});

test("days are counted over months, and a week begins on Monday", () => {
  expect(addDays("2026-11-30", 1)).toBe("2026-12-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect([getWeekday("2026-11-23"), getWeekday("2026-11-29")]).toEqual([0, 6]);
});

test("presets are times of the zone's clock", () => {
  const sunday = Date.parse("2026-11-22T18:30:00Z");
  expect(listPresets(sunday, "Asia/Jakarta")).toEqual([
    { id: "inAnHour", wallTime: "2026-11-23T02:30" },
    { id: "tomorrow", wallTime: "2026-11-24T09:00" },
    { id: "monday", wallTime: "2026-11-30T09:00" },
  ]);
});
