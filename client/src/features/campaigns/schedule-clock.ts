/** The team's wall clock, summer time included: the fixed offset of other dates would be an hour off half of the year. */

import dayjs from "dayjs";
import { DATE_WORDS } from "@/lib/constants";
import { timePattern } from "@/lib/dates";
import { currentLanguage } from "@/lib/i18n/i18n";

const FALLBACK = "UTC";

/** The zone's own name out of a team's timezone, which reads `(GMT+07:00) Asia/Jakarta`. */
export function zoneName(timezone: string | undefined): string {
  return timezone?.split(" ").at(-1) || FALLBACK;
}

/** What the zone's clock shows at a moment, as `2026-11-30T09:00`. */
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

/** Days after a day, both as `YYYY-MM-DD`. */
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

/** Day and time in words, as the person reads times. */
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

/** What the zone's clock shows at the time on a day that is often meant, or where that has passed in the next hour. */
export function usualTimeOn(day: string, now: number, zone: string): string {
  const usual = `${day}T${MORNING}`;
  const soon = wallOf(now + 3_600_000, zone);
  if (usual > wallOf(now, zone) || day !== dayOf(wallOf(now, zone))) return usual;
  return dayOf(soon) === day ? soon : `${day}T23:59`;
}

/** A time that is often meant. */
export interface Preset {
  readonly id: "inAnHour" | "tomorrow" | "monday";
  readonly wall: string;
}

/** Times that are often meant, as the clock of the zone has them. */
export function presets(now: number, zone: string): readonly Preset[] {
  const today = dayOf(wallOf(now, zone));
  const monday = addDays(today, 7 - weekday(today));
  return [
    { id: "inAnHour", wall: wallOf(now + 3_600_000, zone) },
    { id: "tomorrow", wall: `${addDays(today, 1)}T${MORNING}` },
    { id: "monday", wall: `${monday}T${MORNING}` },
  ];
}
