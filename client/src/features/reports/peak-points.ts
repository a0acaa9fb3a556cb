import { everyStretch, type Point } from "@/ui/charts/series";
import type { Peak } from "./reports-data";

/** What a point of the timeline holds, by name. */
export const TIME_KEYS = ["opened", "clicked", "sent", "failed"] as const;

/** Every stretch of the time that is shown; the server counts by the switch for machines. */
export function pointsOf({ items, start, end, unit }: Peak): readonly Point[] {
  const rows = items.map(({ at, opened = 0, clicked = 0, sent = 0, failed = 0 }) => ({
    at: Date.parse(at),
    values: { opened, clicked, sent, failed },
  }));
  return everyStretch(rows, TIME_KEYS, { start: Date.parse(start), end: Date.parse(end), unit });
}
