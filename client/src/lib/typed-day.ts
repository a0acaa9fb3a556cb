import dayjs from "dayjs";
import { readDay } from "./date-range";
import { getCurrentLanguage } from "./i18n/i18n";

const DAY_FIRST = /^(\d{1,2})[\s./-]+(\d{1,2}|\p{L}+)\.?[\s./-]+(\d{4})$/u;
const MONTHS = Array.from({ length: 12 }, (_, month) => dayjs.utc(Date.UTC(2026, month, 1)));
const NAMES = ["MMM", "MMMM"];

/** Parses a typed day into `YYYY-MM-DD`: 2026-11-25, 25/11/2026 or 25 Nov 2026; undefined for anything else. */
export function parseDay(text: string): string | undefined {
  const written = text.trim();
  const [, day = "", month = "", year = ""] = DAY_FIRST.exec(written) ?? [];
  if (day === "") return readDay(written);
  const number = /^\d/.test(month) ? Number(month) : parseMonth(month);
  return readDay(`${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** 1 to 12 for a month name in the current language or in English, 0 for anything else. */
function parseMonth(name: string): number {
  const typed = name.toLowerCase();
  const isNamed = (language: string) => (month: dayjs.Dayjs) =>
    NAMES.some((pattern) => month.locale(language).format(pattern).toLowerCase() === typed);
  return MONTHS.findIndex(isNamed(getCurrentLanguage())) + 1 || MONTHS.findIndex(isNamed("en")) + 1;
}
