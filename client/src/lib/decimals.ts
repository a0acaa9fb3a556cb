/** Numbers with decimals, in the reader's language. */

import { withTrueMinus } from "@/lib/filters";
import { currentLanguage, type Language } from "@/lib/i18n/i18n";

const INTEGERS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const LOCALES: Readonly<Record<Language, string>> = { en: "en-US", id: "id-ID" };
const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number with decimals in the user's language: `38.2` or `38,2`. The thousands separator is a comma in both languages
 * (DISP-07), so an Indonesian number with a decimal comma has none.
 */
export function decimal(value: number, minDigits: number, maxDigits = minDigits): string {
  if (minDigits === 0 && Number.isInteger(value)) return withTrueMinus(INTEGERS.format(value));
  const language = currentLanguage();
  const key = `${language}:${minDigits}:${maxDigits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(LOCALES[language], {
      minimumFractionDigits: minDigits,
      maximumFractionDigits: maxDigits,
      useGrouping: language === "en",
    });
    formats.set(key, format);
  }
  return withTrueMinus(format.format(value));
}

/** Number of decimals of a percentage: one, or two below one percent. */
export function percentageDigits(percent: number): 1 | 2 {
  return percent !== 0 && Math.abs(percent) < 1 ? 2 : 1;
}

/** A percentage in the user's language: `38.2%` or `38,2%`. */
export function percentage(
  percent: number,
  minDigits: number = percentageDigits(percent),
  maxDigits = minDigits,
): string {
  return `${decimal(percent, minDigits, maxDigits)}%`;
}

/** Share of `part` in `whole` as a percentage; a dash for an empty base. */
export function rate(part: number, whole: number): string {
  return whole <= 0 ? "–" : percentage((part / whole) * 100);
}
