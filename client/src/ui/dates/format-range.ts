import { type DateRange, getDay, getTime } from "@/lib/date-range";
import { formatDate, getTimePattern, toTeamTime } from "@/lib/dates";
import type { Translate } from "@/lib/i18n/translation";

function formatEnd(end: string): string {
  const offset = toTeamTime(0).format("Z");
  const time = getTime(end);
  const at = `${getDay(end)}T${time ?? "00:00"}:00${offset}`;
  return formatDate(at, time ? `D MMM YYYY, ${getTimePattern()}` : "D MMM YYYY");
}

/** Text of a range: the name of its preset, or its days. */
export function formatRange({ preset, from, to }: DateRange, t: Translate): string {
  if (preset !== "custom" || from === undefined || to === undefined) return t(`dates.presets.${preset}`);
  return from === to ? formatEnd(from) : `${formatEnd(from)} – ${formatEnd(to)}`;
}
