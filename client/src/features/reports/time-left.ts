import type { Translate } from "@/lib/i18n/translation";

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
/** Below this, the text includes seconds. */
const EXACT_SECONDS = 5 * MINUTE_SECONDS;

/** Formats a remaining time, more precise the shorter it is: about 40 s, 3 min 20 s, 19 min, 2 h 5 min. */
export function formatTimeLeft(seconds: number, t: Translate): string {
  if (seconds < MINUTE_SECONDS) return t("reports.leftSeconds", { seconds: Math.max(1, Math.round(seconds)) });
  if (seconds < EXACT_SECONDS) {
    return t("reports.leftMinutesSeconds", {
      minutes: Math.floor(seconds / MINUTE_SECONDS),
      seconds: Math.round(seconds % MINUTE_SECONDS),
    });
  }
  if (seconds < HOUR_SECONDS) return t("reports.leftMinutes", { minutes: Math.round(seconds / MINUTE_SECONDS) });
  return t("reports.leftHours", {
    hours: Math.floor(seconds / HOUR_SECONDS),
    minutes: Math.round((seconds % HOUR_SECONDS) / MINUTE_SECONDS),
  });
}
