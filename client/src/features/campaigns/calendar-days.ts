import type { CampaignRow } from "./campaigns-data";
import { addDays, getDatePart, getWeekday, toWallTime } from "./schedule-clock";

export const SPANS = ["month", "week"] as const;
export type CalendarSpan = (typeof SPANS)[number];

/** The displayed weeks around a day, each from Monday to Sunday. */
export function listWeeksAround(day: string, span: CalendarSpan): readonly (readonly string[])[] {
  const first = span === "month" ? `${day.slice(0, 7)}-01` : day;
  const monday = addDays(first, -getWeekday(first));
  const weeks: string[][] = [];
  for (let start = monday; weeks.length === 0 || isInMonth(start, day, span); start = addDays(start, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((count) => addDays(start, count)));
  }
  return weeks;
}

function isInMonth(start: string, day: string, span: CalendarSpan): boolean {
  return span === "month" && start.slice(0, 7) === day.slice(0, 7);
}

/** Anchor day of the next or previous month or week. */
export function shiftPeriod(day: string, span: CalendarSpan, by: 1 | -1): string {
  if (span === "week") return addDays(day, 7 * by);
  const first = `${day.slice(0, 7)}-01`;
  return by === 1 ? `${addDays(first, 31).slice(0, 7)}-01` : `${addDays(first, -1).slice(0, 7)}-01`;
}

/** Local date and time of the start or the scheduled start. */
export function getCampaignWallTime({ startedAt, scheduleAt }: CampaignRow, zone: string): string | undefined {
  const at = startedAt ?? scheduleAt;
  return at ? toWallTime(at, zone) : undefined;
}

/** Groups campaigns by day, ordered by time. */
export function groupByDay(rows: readonly CampaignRow[], zone: string): ReadonlyMap<string, readonly CampaignRow[]> {
  const found = new Map<string, CampaignRow[]>();
  for (const row of rows) {
    const wall = getCampaignWallTime(row, zone);
    if (wall) found.set(getDatePart(wall), [...(found.get(getDatePart(wall)) ?? []), row]);
  }
  return found;
}

/** Whether a campaign can still be moved to another day. */
export function isMovable({ status }: Pick<CampaignRow, "status">): boolean {
  return status === "DRAFT" || status === "SCHEDULED";
}
