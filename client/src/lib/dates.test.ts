import { describe, expect, test, vi } from "vitest";

vi.mock("./i18n/i18n", () => ({ currentLanguage: () => "en" }));

import {
  atPlusNine,
  formatDate,
  hourFormatOf,
  offsetMinutesOf,
  relativeTo,
  setTeamTimezone,
  timePattern,
} from "./dates";

describe("dates", () => {
  test.each([
    ["(UTC+07:00) Jakarta", 420],
    ["+0900", 540],
    ["UTC-03:30", -210],
    ["nothing", 420],
    [undefined, 420],
  ])("the offset of %s is %d minutes", (timezone, minutes) => {
    expect(offsetMinutesOf(timezone)).toBe(minutes);
  });

  test("a date reads in the team's offset", () => {
    setTeamTimezone("+07:00");

    expect(formatDate("2026-11-20T18:30:00Z")).toBe("21 Nov 2026");
    expect(formatDate(Date.UTC(2026, 10, 20, 18, 30), "YYYY-MM-DD HH:mm")).toBe("2026-11-21 01:30");
    expect(atPlusNine("2026-11-20T18:30:00Z").format("HH:mm")).toBe("03:30");
  });

  test.each([
    [12, 12],
    ["12", 12],
    [24, 24],
    [13, 24],
    [undefined, 24],
  ])("the hour format of %s is %d", (value, format) => {
    expect(hourFormatOf(value)).toBe(format);
  });

  test("12 and 24 hours", () => {
    expect(timePattern(12)).toBe("hh:mm A");
    expect(timePattern(24, true)).toBe("HH:mm:ss");
  });

  test.each([
    [0, "justNow", 0],
    [59_000, "justNow", 0],
    [4 * 60_000, "minutesAgo", 4],
    [3 * 3_600_000 + 5, "hoursAgo", 3],
    [6 * 86_400_000, "daysAgo", 6],
    [-10 * 60_000, "inMinutes", 10],
    [9 * 86_400_000, undefined, 9],
  ])("%d ms ago reads %s %d", (distance, key, count) => {
    const now = Date.UTC(2026, 10, 21);

    expect(relativeTo(now - distance, now)).toEqual({ key, count });
  });
});
