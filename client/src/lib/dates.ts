import dayjs, { type Dayjs } from "dayjs";
import "dayjs/locale/id";
import utc from "dayjs/plugin/utc";
import {
  DATE_MEDIUM,
  DEFAULT_HOUR_FORMAT,
  DEFAULT_OFFSET_MINUTES,
  type HourFormat,
  TIME,
  TIME_SECONDS,
} from "./constants";
import { getCurrentLanguage } from "./i18n/i18n";
import { readStored } from "./storage";

dayjs.extend(utc);

const MINUTE_MS = 60_000;
const OFFSET = /([+-])(\d{2}):?(\d{2})/;

/** 12 or 24; any other value is 24 (SESS-49). */
export function parseHourFormat(value: unknown): HourFormat {
  return Number(value) === 12 ? 12 : DEFAULT_HOUR_FORMAT;
}

/** Minutes east of UTC in a team's time zone string, which contains an offset such as +07:00. */
export function parseOffsetMinutes(timezone: string | undefined): number {
  const match = OFFSET.exec(timezone ?? "");
  if (!match) return DEFAULT_OFFSET_MINUTES;
  const [, sign, hours, minutes] = match;
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}

let offsetMinutes = DEFAULT_OFFSET_MINUTES;

/** Sets the offset of every date on screen from the team's time zone string. */
export function setTeamTimezone(timezone: string | undefined): void {
  offsetMinutes = parseOffsetMinutes(timezone);
}

/** A time in the team's time zone, from milliseconds, ISO 8601 text or a Date. */
export function toTeamTime(at: number | string | Date): Dayjs {
  return dayjs.utc(at).utcOffset(offsetMinutes).locale(getCurrentLanguage());
}

/** A time at a fixed +09:00, for teams there (DISP-21, DISP-26). */
export function toPlusNineTime(at: number | string | Date): Dayjs {
  return dayjs.utc(at).utcOffset(9 * 60);
}

export function getTimePattern(
  format: HourFormat = parseHourFormat(readStored("hourFormat")),
  seconds = false,
): string {
  return (seconds ? TIME_SECONDS : TIME)[format];
}

export function formatDate(at: number | string | Date, pattern: string = DATE_MEDIUM): string {
  return toTeamTime(at).format(pattern);
}

/** Noon of a day (`YYYY-MM-DD`) in the team's time zone, in milliseconds; represents the day. */
export function getNoon(day: string): number {
  return Date.parse(`${day}T12:00:00Z`) - offsetMinutes * MINUTE_MS;
}

/** Day and time to the minute, or to the second on request. */
export function formatDateTime(at: number | string | Date, seconds = false): string {
  return toTeamTime(at).format(`${DATE_MEDIUM}, ${getTimePattern(undefined, seconds)}`);
}

export interface TimeDistance {
  /** Text key under `ui`, or undefined where the date itself should be shown. */
  readonly key: "justNow" | "minutesAgo" | "hoursAgo" | "daysAgo" | "inMinutes" | "inHours" | "inDays" | undefined;
  readonly count: number;
}

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Beyond this, the date says more than the distance. */
const MAX_RELATIVE_DAYS = 7;

/** Distance of `at` from `now` in the largest whole unit. */
export function getTimeDistance(at: number | string | Date, now: number): TimeDistance {
  const distance = now - dayjs.utc(at).valueOf();
  const size = Math.abs(distance);
  const isPast = distance >= 0;
  if (size < MINUTE_MS) return { key: "justNow", count: 0 };
  if (size < HOUR_MS) return { key: isPast ? "minutesAgo" : "inMinutes", count: Math.floor(size / MINUTE_MS) };
  if (size < DAY_MS) return { key: isPast ? "hoursAgo" : "inHours", count: Math.floor(size / HOUR_MS) };
  const days = Math.floor(size / DAY_MS);
  if (days <= MAX_RELATIVE_DAYS) return { key: isPast ? "daysAgo" : "inDays", count: days };
  return { key: undefined, count: days };
}
