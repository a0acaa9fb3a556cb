import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";

/** Denominator of a rate. */
export type Base = "recipients" | "attempted" | "delivered" | "opened";

/** The base of a rate with its noun: "811 delivered". */
export function formatBase(base: Base, count: number, t: Translate): string {
  return t(`reports.bases.${base}`, { count, total: formatInteger(count) });
}

/** A rate with its base: "38.2% of 811 delivered". */
export function formatShare(part: number, base: Base, count: number, t: Translate): string {
  return t("reports.shareOf", { share: formatPercentageOf(part, count), base: formatBase(base, count, t) });
}
