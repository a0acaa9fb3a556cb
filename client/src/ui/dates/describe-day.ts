import { currentLanguage } from "@/lib/i18n/i18n";

/** A day of a calendar in full, for who hears the page. */
export function describeDay(day: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
