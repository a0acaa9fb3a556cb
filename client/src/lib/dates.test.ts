import { afterEach, describe, expect, test, vi } from "vitest";

vi.mock("./i18n/i18n", () => ({ getCurrentLanguage: () => "en" }));

import {
  formatDate,
  getNoon,
  getTimeDistance,
  getTimePattern,
  parseHourFormat,
  parseOffsetMinutes,
  setTeamTimezone,
  toPlusNineTime,
} from "./dates";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("dates", () => {
  test.each([
    ["(UTC+07:00) Jakarta", 420],
    ["+0900", 540],
    ["UTC-03:30", -210],
    ["nothing", 420],
    [undefined, 420],
  ])("the offset of %s is %d minutes", (timezone, minutes) => {
    expect(parseOffsetMinutes(timezone)).toBe(minutes);
  });

  test("a date reads in the team's offset", () => {
    setTeamTimezone("+07:00");

    expect(formatDate("2026-11-20T18:30:00Z")).toBe("21 Nov 2026");
    expect(formatDate(Date.UTC(2026, 10, 20, 18, 30), "YYYY-MM-DD HH:mm")).toBe("2026-11-21 01:30");
    expect(toPlusNineTime("2026-11-20T18:30:00Z").format("HH:mm")).toBe("03:30");
  });

  test.each([
    { timezone: "+07:00", noon: Date.UTC(2026, 10, 21, 5) },
    { timezone: "-03:30", noon: Date.UTC(2026, 10, 21, 15, 30) },
    { timezone: "+00:00", noon: Date.UTC(2026, 10, 21, 12) },
  ])("noon at $timezone is the same moment in whatever zone the browser runs", ({ timezone, noon }) => {
    setTeamTimezone(timezone);
    expect(formatDate(getNoon("2026-11-21"), "YYYY-MM-DD HH:mm")).toBe("2026-11-21 12:00");

    for (const [zone, minutesWest] of [
      ["Pacific/Auckland", -780],
      ["Asia/Jakarta", -420],
      ["UTC", 0],
      ["America/St_Johns", 210],
      ["Pacific/Pago_Pago", 660],
    ] as const) {
      vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(minutesWest);

      expect({ zone, at: getNoon("2026-11-21") }).toEqual({ zone, at: noon });
    }
  });

  test.each([
    [12, 12],
    ["12", 12],
    [24, 24],
    [13, 24],
    [undefined, 24],
  ])("the hour format of %s is %d", (value, format) => {
    expect(parseHourFormat(value)).toBe(format);
  });

  test.each([
    [12, false, "hh:mm A"],
    [12, true, "hh:mm:ss A"],
    [24, false, "HH:mm"],
    [24, true, "HH:mm:ss"],
  ] as const)("%d hours, with seconds %s: %s", (format, seconds, pattern) => {
    expect(getTimePattern(format, seconds)).toBe(pattern);
  });

  test.each([
    ["DD MMMM YYYY", "21 November 2026"],
    ["DD MMM YYYY", "21 Nov 2026"],
    ["YYYY-MM-DD", "2026-11-21"],
    ["YYYY-MM-DD HH:mm", "2026-11-21 16:05"],
    ["HH:mm", "16:05"],
    ["hh:mm A", "04:05 PM"],
  ])("milliseconds as %s read %s", (pattern, text) => {
    setTeamTimezone("+07:00");

    expect(formatDate(1_795_251_900_000, pattern)).toBe(text);
  });

  test("a moment at +09:00 stays there, whatever the team's offset", () => {
    for (const timezone of ["+07:00", "-03:00", "+09:00"]) {
      setTeamTimezone(timezone);

      expect(toPlusNineTime(1_795_251_900_000).format("YYYY-MM-DD HH:mm Z")).toBe("2026-11-21 18:05 +09:00");
    }
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

    expect(getTimeDistance(now - distance, now)).toEqual({ key, count });
  });
});
