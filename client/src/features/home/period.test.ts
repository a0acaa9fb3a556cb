import { beforeEach, expect, test } from "vitest";
import { setTeamTimezone } from "@/lib/dates";
import { readPeriod, spanOf, writePeriod } from "./period";

/** 21 November 2026, 01:30 in Jakarta, still the 20th in UTC. */
const NOW = Date.UTC(2026, 10, 20, 18, 30);

beforeEach(() => setTeamTimezone("(UTC+07:00) Jakarta"));

function read(query: string) {
  return readPeriod(new URLSearchParams(query), NOW);
}

test("all time is the default and has no ends", () => {
  expect(read("")).toEqual({ preset: "all", from: undefined, to: undefined });
  expect(read("range=12")).toMatchObject({ preset: "all" });
  expect(spanOf(read(""), NOW)).toEqual({ start: undefined, end: undefined });
});

test.each([
  ["1", "2026-11-20"],
  ["7", "2026-11-14"],
  ["30", "2026-10-22"],
  ["90", "2026-08-23"],
  ["365", "2025-11-21"],
])("the last %s days start at the start of %s and end with today, by the team's clock", (range, first) => {
  expect(spanOf(read(`range=${range}`), NOW)).toEqual({
    start: `${first}T00:00:00+07:00`,
    end: "2026-11-21T23:59:59+07:00",
  });
});

test("a custom range goes only up to today, and its ends may be given the other way round", () => {
  expect(read("range=custom&from=2026-11-01&to=2027-01-01")).toMatchObject({ from: "2026-11-01", to: "2026-11-21" });
  expect(read("range=custom&from=2026-11-09&to=2026-11-01")).toMatchObject({ from: "2026-11-01", to: "2026-11-09" });
  expect(spanOf(read("range=custom&from=2026-11-01&to=2026-11-01"), NOW)).toEqual({
    start: "2026-11-01T00:00:00+07:00",
    end: "2026-11-01T23:59:59+07:00",
  });
});

test("a period and its address say the same, the default says nothing", () => {
  expect(writePeriod({ preset: "all" }).toString()).toBe("");
  expect(writePeriod({ preset: "30", from: "2026-11-01" }).toString()).toBe("range=30");
  expect(read(writePeriod({ preset: "custom", from: "2026-11-01", to: "2026-11-02" }).toString())).toEqual({
    preset: "custom",
    from: "2026-11-01",
    to: "2026-11-02",
  });
});
