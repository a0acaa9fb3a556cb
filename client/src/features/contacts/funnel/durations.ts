import { formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in its largest sensible unit: "12 days", "5 hours", "20 min". */
export function formatDuration(seconds: number, t: Translate): string {
  const [unit, length] =
    seconds >= 2 * DAY
      ? (["days", DAY] as const)
      : seconds >= HOUR
        ? (["hours", HOUR] as const)
        : (["minutes", MINUTE] as const);
  const count = Math.round(seconds / length);
  return t(`funnel.durations.${unit}`, { count, total: formatInteger(count) });
}
