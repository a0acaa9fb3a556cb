import { beforeEach, describe, expect, test } from "vitest";
import {
  buildSpan,
  clampToRules,
  formatRangeEnd,
  getDefaultPreset,
  getFirstDay,
  isBeyond,
  listPresets,
  type RangeRules,
  readDay,
  readRange,
  roundTime,
  writeRange,
} from "./date-range";
import { setTeamTimezone } from "./dates";

/** 21 November 2026, 01:30 in Jakarta, still the 20th in UTC. */
const NOW = Date.UTC(2026, 10, 20, 18, 30);

beforeEach(() => setTeamTimezone("(UTC+07:00) Jakarta"));

function readQuery(query: string, rules: RangeRules = {}) {
  return readRange(new URLSearchParams(query), NOW, rules);
}

describe("presets", () => {
  test("all time is the default and has no ends", () => {
    expect(readQuery("")).toEqual({ preset: "all", from: undefined, to: undefined });
    expect(readQuery("range=12")).toMatchObject({ preset: "all" });
    expect(buildSpan(readQuery(""), NOW)).toEqual({ start: undefined, end: undefined });
  });

  test.each([
    ["1", "2026-11-20"],
    ["7", "2026-11-14"],
    ["30", "2026-10-22"],
    ["90", "2026-08-23"],
    ["365", "2025-11-21"],
  ])("the last %s days start at the start of %s and end with today, by the team's clock", (range, first) => {
    expect(buildSpan(readQuery(`range=${range}`), NOW)).toEqual({
      start: `${first}T00:00:00+07:00`,
      end: "2026-11-21T23:59:59+07:00",
    });
  });

  test("where an empty start means the last five months, they are a preset and all time is said", () => {
    const rules = { fiveMonths: true };
    expect(listPresets({})).not.toContain("months");
    expect(listPresets(rules)).toEqual(["all", "1", "7", "30", "90", "365", "months", "custom"]);
    expect(readQuery("", rules).preset).toBe("months");
    expect(buildSpan(readQuery("", rules), NOW)).toEqual({
      start: "2026-06-21T00:00:00+07:00",
      end: "2026-11-21T23:59:59+07:00",
    });
    const all = { preset: "all", from: undefined, to: undefined } as const;
    expect(writeRange(all, new URLSearchParams(), rules).toString()).toBe("range=all");
    expect(readQuery("range=all", rules)).toEqual(all);
    expect(readQuery("range=months").preset).toBe("all");
  });

  test("a preset that is longer than the longest range is not there", () => {
    expect(listPresets({ maxRange: 31 })).toEqual(["1", "7", "30", "custom"]);
    expect(getDefaultPreset({ maxRange: 31 })).toBe("30");
    expect(readQuery("range=365", { maxRange: 31 }).preset).toBe("30");
  });
});

describe("a custom range", () => {
  test("goes only up to today, and its ends may be given the other way round", () => {
    expect(readQuery("range=custom&from=2026-11-01&to=2027-01-01")).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-21",
    });
    expect(readQuery("range=custom&from=2026-11-09&to=2026-11-01")).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-09",
    });
    expect(buildSpan(readQuery("range=custom&from=2026-11-01&to=2026-11-01"), NOW)).toEqual({
      start: "2026-11-01T00:00:00+07:00",
      end: "2026-11-01T23:59:59+07:00",
    });
  });

  test("may go beyond today only where that is allowed", () => {
    const ends = ["2026-11-20", "2026-12-24"] as const;
    expect(clampToRules(ends, {}, NOW)).toEqual(["2026-11-20", "2026-11-21"]);
    expect(clampToRules(ends, { afterCurrent: true }, NOW)).toEqual(["2026-11-20", "2026-11-21"]);
    expect(clampToRules(ends, { afterCurrent: false }, NOW)).toEqual(ends);
  });

  test("is at most so many days long, counted from its end", () => {
    const rules = { maxRange: 7 };
    expect(clampToRules(["2026-11-01", "2026-11-10"], rules, NOW)).toEqual(["2026-11-04", "2026-11-10"]);
    expect(clampToRules(["2026-11-04", "2026-11-10"], rules, NOW)).toEqual(["2026-11-04", "2026-11-10"]);
  });

  test("may begin and end at a minute", () => {
    const range = readQuery("range=custom&from=2026-11-20T09:30&to=2026-11-20T10:00");
    expect(buildSpan(range, NOW)).toEqual({ start: "2026-11-20T09:30:00+07:00", end: "2026-11-20T10:00:59+07:00" });
    expect(readQuery("range=custom&from=2026-11-20T25:00&to=2026-11-20T09:75")).toMatchObject({
      from: "2026-11-15",
      to: "2026-11-21",
    });
    expect(formatRangeEnd(NOW)).toBe("2026-11-21T01:30");
  });
});

describe("what the plan keeps", () => {
  const rules = { retentionDays: 30 };

  test("bounds the calendar and every range", () => {
    expect(getFirstDay(rules, NOW)).toBe("2026-10-22");
    expect(getFirstDay({ retentionDays: null }, NOW)).toBeUndefined();
    expect(readQuery("range=custom&from=2026-01-01&to=2026-11-09", rules)).toMatchObject({ from: "2026-10-22" });
  });

  test("a longer preset is beyond it and not taken from an address", () => {
    expect(isBeyond("30", rules, NOW)).toBe(false);
    expect(isBeyond("90", rules, NOW)).toBe(true);
    expect(isBeyond("all", rules, NOW)).toBe(false);
    expect(isBeyond("90", { retentionDays: null }, NOW)).toBe(false);
    expect(readQuery("range=90", rules).preset).toBe("all");
  });
});

test("a range and its address say the same, the default says nothing, and the rest of the address stays", () => {
  const none = { from: undefined, to: undefined };
  expect(writeRange({ preset: "all", ...none }).toString()).toBe("");
  expect(writeRange({ preset: "30", from: "2026-11-01", to: undefined }).toString()).toBe("range=30");
  const custom = { preset: "custom", from: "2026-11-01", to: "2026-11-02" } as const;
  expect(readQuery(writeRange(custom).toString())).toEqual(custom);
  const before = new URLSearchParams("machines=include&range=7");
  expect(writeRange({ preset: "all", ...none }, before).toString()).toBe("machines=include");
});

test.each([
  ["2026-11-21", "2026-11-21"],
  [" 2026-02-28 ", "2026-02-28"],
  ["2026-02-29", undefined],
  ["21/11/2026", undefined],
  ["2026-1-2", undefined],
  ["", undefined],
])("the day %j is read as %j", (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each([
  ["10:07", 5, "10:05"],
  ["10:08", 5, "10:10"],
  ["10:58", 5, "11:00"],
  ["23:59", 5, "23:55"],
  ["23:59", 1, "23:59"],
  ["00:00", 5, "00:00"],
])("%s at steps of %i min is %s", (time, step, rounded) => {
  expect(roundTime(time, step)).toBe(rounded);
});
