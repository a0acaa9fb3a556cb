import { currentLanguage } from "@/lib/i18n/i18n";

/** The number as the calendar shows it: `dateStyle` would pad it with a zero in Indonesian. */
const FULL = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;

/** A day of a calendar in full, for who hears the page. */
export function describeDay(day: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), FULL).format(new Date(`${day}T00:00:00Z`));
}
