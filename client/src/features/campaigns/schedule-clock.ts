/**
 * Local time in the team's time zone, including daylight saving. A fixed offset would be an hour off for half the year.
 */

import dayjs from "dayjs";
import { DATE_MEDIUM } from "@/lib/constants";
import { getTimePattern } from "@/lib/dates";
import { getCurrentLanguage } from "@/lib/i18n/i18n";

const FALLBACK = "UTC";

/** Extracts the IANA zone from a team's time zone such as `(GMT+07:00) Asia/Jakarta`. */
export function parseZoneName(timezone: string | undefined): string {
  return timezone?.split(" ").at(-1) || FALLBACK;
}

/** Local time in the zone, as `2026-11-30T09:00`. */
export function toWallTime(at: string | number, zone: string): string {
  const formatOptions = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  } as const;
  const zoneFormatter = createFormatter(zone, formatOptions);
  const parts = Object.fromEntries(zoneFormatter.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

function createFormatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: FALLBACK });
  }
}

export function getDatePart(wall: string): string {
  return wall.slice(0, 10);
}

export function getTimePart(wall: string): string {
  return wall.slice(11, 16);
}

/** Adds days to a date, both as `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return dayjs.utc(day).add(count, "day").format("YYYY-MM-DD");
}

/** 0 is Monday. */
export function getWeekday(day: string): number {
  return (dayjs.utc(day).day() + 6) % 7;
}

function localize(wall: string) {
  return dayjs.utc(wall).locale(getCurrentLanguage());
}

/** Formats day and time in the user's time format. */
export function formatWallTime(wall: string): string {
  return localize(wall).format(`ddd ${DATE_MEDIUM}, ${getTimePattern()}`);
}

export function formatTimeOfDay(wall: string): string {
  return localize(wall).format(getTimePattern());
}

export function formatDay(day: string, pattern = "dddd D MMMM YYYY"): string {
  return localize(day).format(pattern);
}

const MORNING = "09:00";

/** Suggested local time on a day: 9:00, or if that has passed, an hour from now, but no later than 23:59. */
export function suggestTimeOn(day: string, now: number, zone: string): string {
  const usual = `${day}T${MORNING}`;
  const soon = toWallTime(now + 3_600_000, zone);
  if (usual > toWallTime(now, zone) || day !== getDatePart(toWallTime(now, zone))) return usual;
  return getDatePart(soon) === day ? soon : `${day}T23:59`;
}

/** A suggested time. */
export interface SchedulePreset {
  readonly id: "inAnHour" | "tomorrow" | "monday";
  readonly wallTime: string;
}

/** Suggested local times in the zone. */
export function listPresets(now: number, zone: string): readonly SchedulePreset[] {
  const today = getDatePart(toWallTime(now, zone));
  const monday = addDays(today, 7 - getWeekday(today));
  return [
    { id: "inAnHour", wallTime: toWallTime(now + 3_600_000, zone) },
    { id: "tomorrow", wallTime: `${addDays(today, 1)}T${MORNING}` },
    { id: "monday", wallTime: `${monday}T${MORNING}` },
  ];
}
