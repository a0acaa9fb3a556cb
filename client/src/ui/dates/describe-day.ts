import { getCurrentLanguage } from "@/lib/i18n/i18n";

/** Listed explicitly, because `dateStyle` would pad the day with a zero in Indonesian, unlike the calendar. */
const FULL = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;

/** The full name of a calendar day, for screen readers. */
export function describeDay(day: string): string {
  return new Intl.DateTimeFormat(getCurrentLanguage(), FULL).format(new Date(`${day}T00:00:00Z`));
}
