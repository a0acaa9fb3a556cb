import { type DateRange, dayOf, timeOf } from "@/lib/date-range";
import { formatDate, teamTime, timePattern } from "@/lib/dates";
import type { Translate } from "@/lib/i18n/translation";

function formatEnd(end: string): string {
  const offset = teamTime(0).format("Z");
  const time = timeOf(end);
  const at = `${dayOf(end)}T${time ?? "00:00"}:00${offset}`;
  return formatDate(at, time ? `D MMM YYYY, ${timePattern()}` : "D MMM YYYY");
}

/** Text of a range: the name of its preset, or its days. */
export function formatRange({ preset, from, to }: DateRange, t: Translate): string {
  if (preset !== "custom" || from === undefined || to === undefined) return t(`dates.presets.${preset}`);
  return from === to ? formatEnd(from) : `${formatEnd(from)} – ${formatEnd(to)}`;
}
