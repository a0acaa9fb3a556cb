/**
 * Local time in the team's time zone, including daylight saving. A fixed offset would be an hour off for half the year.
 */

import dayjs from "dayjs";
import { DATE_WORDS } from "@/lib/constants";
import { timePattern } from "@/lib/dates";
import { currentLanguage } from "@/lib/i18n/i18n";

const FALLBACK = "UTC";

/** Extracts the IANA zone from a team's time zone such as `(GMT+07:00) Asia/Jakarta`. */
export function zoneName(timezone: string | undefined): string {
  return timezone?.split(" ").at(-1) || FALLBACK;
}

/** Local time in the zone, as `2026-11-30T09:00`. */
export function wallOf(at: string | number, zone: string): string {
  const given = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  } as const;
  const made = formatter(zone, given);
  const parts = Object.fromEntries(made.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

function formatter(zone: string, given: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-GB", { ...given, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat("en-GB", { ...given, timeZone: FALLBACK });
  }
}

export function dayOf(wall: string): string {
  return wall.slice(0, 10);
}

export function timeOf(wall: string): string {
  return wall.slice(11, 16);
}

/** Adds days to a date, both as `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return dayjs.utc(day).add(count, "day").format("YYYY-MM-DD");
}

/** 0 is Monday. */
export function weekday(day: string): number {
  return (dayjs.utc(day).day() + 6) % 7;
}

function spoken(wall: string) {
  return dayjs.utc(wall).locale(currentLanguage());
}

/** Formats day and time in the user's time format. */
export function wallWords(wall: string): string {
  return spoken(wall).format(`ddd ${DATE_WORDS}, ${timePattern()}`);
}

export function timeWords(wall: string): string {
  return spoken(wall).format(timePattern());
}

export function dayWords(day: string, pattern = "dddd D MMMM YYYY"): string {
  return spoken(day).format(pattern);
}

const MORNING = "09:00";

/** Suggested local time on a day: 9:00, or if that has passed, an hour from now. */
export function usualTimeOn(day: string, now: number, zone: string): string {
  const usual = `${day}T${MORNING}`;
  const soon = wallOf(now + 3_600_000, zone);
  if (usual > wallOf(now, zone) || day !== dayOf(wallOf(now, zone))) return usual;
  return dayOf(soon) === day ? soon : `${day}T23:59`;
}

/** A suggested time. */
export interface Preset {
  readonly id: "inAnHour" | "tomorrow" | "monday";
  readonly wall: string;
}

/** Suggested local times in the zone. */
export function presets(now: number, zone: string): readonly Preset[] {
  const today = dayOf(wallOf(now, zone));
  const monday = addDays(today, 7 - weekday(today));
  return [
    { id: "inAnHour", wall: wallOf(now + 3_600_000, zone) },
    { id: "tomorrow", wall: `${addDays(today, 1)}T${MORNING}` },
    { id: "monday", wall: `${monday}T${MORNING}` },
  ];
}
