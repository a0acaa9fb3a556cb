import { fillPeriods, type Point } from "@/ui/charts/series";
import type { Peak } from "./reports-data";

/** Values of each timeline point. */
export const TIME_KEYS = ["opened", "clicked", "sent", "failed"] as const;

/** One point for each interval of the displayed period. The server already applied the bot filter. */
export function buildPoints({ items, start, end, unit }: Peak): readonly Point[] {
  const rows = items.map(({ at, opened = 0, clicked = 0, sent = 0, failed = 0 }) => ({
    at: Date.parse(at),
    values: { opened, clicked, sent, failed },
  }));
  return fillPeriods(rows, TIME_KEYS, { start: Date.parse(start), end: Date.parse(end), unit });
}
