import dayjs from "dayjs";
import { DATE_MEDIUM } from "@/lib/constants";
import type { Translate } from "@/lib/i18n/translation";
import type { NamedRecord } from "./kind";

export const MAX_DAYS = 3660;

export function isIntegerInRange(value: unknown, min: number, max: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}

export function formatDay(day: unknown): string {
  return typeof day === "string" && day ? dayjs(day).format(DATE_MEDIUM) : "…";
}

export function formatNumber(value: unknown): string {
  return typeof value === "number" ? String(value) : "…";
}

export function listNames(ids: readonly number[], named: readonly NamedRecord[], t: Translate): readonly string[] {
  return ids.map((id) => named.find((one) => one.id === id)?.name ?? t("terms.deleted"));
}
