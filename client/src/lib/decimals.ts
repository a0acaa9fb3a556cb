/** Numbers with decimals, in the reader's language. */

import { replaceHyphenByMinus } from "@/lib/filters";
import { getCurrentLanguage, type Language } from "@/lib/i18n/i18n";

const INTEGERS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const LOCALES: Readonly<Record<Language, string>> = { en: "en-US", id: "id-ID" };
const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number with decimals in the user's language: `38.2` or `38,2`. The thousands separator is a comma in both languages
 * (DISP-07), so an Indonesian number with a decimal comma has none.
 */
export function formatDecimal(value: number, minDigits: number, maxDigits = minDigits): string {
  if (minDigits === 0 && Number.isInteger(value)) return replaceHyphenByMinus(INTEGERS.format(value));
  const language = getCurrentLanguage();
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
  return replaceHyphenByMinus(format.format(value));
}

/** Number of decimals of a percentage: one, or two below one percent. */
export function getPercentageDigits(percent: number): 1 | 2 {
  return percent !== 0 && Math.abs(percent) < 1 ? 2 : 1;
}

/** A percentage in the user's language: `38.2%` or `38,2%`. */
export function formatPercentage(
  percent: number,
  minDigits: number = getPercentageDigits(percent),
  maxDigits = minDigits,
): string {
  return `${formatDecimal(percent, minDigits, maxDigits)}%`;
}

/** Share of `part` in `whole` as a percentage; a dash for an empty base. */
export function formatPercentageOf(part: number, whole: number): string {
  return whole <= 0 ? "–" : formatPercentage((part / whole) * 100);
}
