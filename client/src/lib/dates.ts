import dayjs, { type Dayjs } from "dayjs";
import "dayjs/locale/id";
import utc from "dayjs/plugin/utc";
import {
  DATE_WORDS,
  DEFAULT_HOUR_FORMAT,
  DEFAULT_OFFSET_MINUTES,
  type HourFormat,
  TIME,
  TIME_SECONDS,
} from "./constants";
import { currentLanguage } from "./i18n/i18n";
import { readStored } from "./storage";

dayjs.extend(utc);

const MINUTE_MS = 60_000;
const OFFSET = /([+-])(\d{2}):?(\d{2})/;

/** 12 or 24; anything else is 24 (SESS-49). */
export function hourFormatOf(value: unknown): HourFormat {
  return Number(value) === 12 ? 12 : DEFAULT_HOUR_FORMAT;
}

/** Minutes east of UTC in a team's timezone string, which holds an offset such as +07:00. */
export function offsetMinutesOf(timezone: string | undefined): number {
  const match = OFFSET.exec(timezone ?? "");
  if (!match) return DEFAULT_OFFSET_MINUTES;
  const [, sign, hours, minutes] = match;
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}

let offsetMinutes = DEFAULT_OFFSET_MINUTES;

/** Sets the offset in which every date on screen reads, from the team's timezone string. */
export function setTeamTimezone(timezone: string | undefined): void {
  offsetMinutes = offsetMinutesOf(timezone);
}

/** Milliseconds, ISO 8601 text or a Date, as the team's clock shows it. */
export function teamTime(at: number | string | Date): Dayjs {
  return dayjs.utc(at).utcOffset(offsetMinutes).locale(currentLanguage());
}

/** A moment at a fixed +09:00, for teams there (DISP-21, DISP-26). */
export function atPlusNine(at: number | string | Date): Dayjs {
  return dayjs.utc(at).utcOffset(9 * 60);
}

export function timePattern(format: HourFormat = hourFormatOf(readStored("hourFormat")), seconds = false): string {
  return (seconds ? TIME_SECONDS : TIME)[format];
}

export function formatDate(at: number | string | Date, pattern: string = DATE_WORDS): string {
  return teamTime(at).format(pattern);
}

/** Noon of a day (`YYYY-MM-DD`) by the team's clock, in milliseconds: the moment that stands for the day. */
export function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`) - offsetMinutes * MINUTE_MS;
}

/** Day and time to the minute, or to the second for what is exact. */
export function formatDateTime(at: number | string | Date, seconds = false): string {
  return teamTime(at).format(`${DATE_WORDS}, ${timePattern(undefined, seconds)}`);
}

export interface Relative {
  /** Text key under `ui`, or undefined when the date itself should stand. */
  readonly key: "justNow" | "minutesAgo" | "hoursAgo" | "daysAgo" | "inMinutes" | "inHours" | "inDays" | undefined;
  readonly count: number;
}

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Older than this a distance says less than the date. */
const MOST_DAYS = 7;

/** How far `at` is from `now`, in the largest whole unit. */
export function relativeTo(at: number | string | Date, now: number): Relative {
  const distance = now - dayjs.utc(at).valueOf();
  const size = Math.abs(distance);
  const isPast = distance >= 0;
  if (size < MINUTE_MS) return { key: "justNow", count: 0 };
  if (size < HOUR_MS) return { key: isPast ? "minutesAgo" : "inMinutes", count: Math.floor(size / MINUTE_MS) };
  if (size < DAY_MS) return { key: isPast ? "hoursAgo" : "inHours", count: Math.floor(size / HOUR_MS) };
  const days = Math.floor(size / DAY_MS);
  if (days <= MOST_DAYS) return { key: isPast ? "daysAgo" : "inDays", count: days };
  return { key: undefined, count: days };
}
