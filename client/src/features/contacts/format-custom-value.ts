import { formatDateTime } from "@/lib/dates";
import { formatDecimal } from "@/lib/decimals";
import type { Translate } from "@/lib/i18n/translation";
import type { CustomValue } from "./contact-draft";
import { formatDay } from "./day";
import type { FieldType } from "./fields-data";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:]+Z$/;

/** Formats a custom value. Values that do not fit the type, such as during a change of type, stay unformatted. */
export function formatCustomValue(type: FieldType, value: CustomValue | undefined, t: Translate): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? t("contacts.yes") : t("contacts.no");
  if (typeof value === "number") return formatDecimal(value, 0, 10);
  if (typeof value !== "string") return value.join(", ");
  if (type === "date" && DAY.test(value)) return formatDay(value);
  return type === "dateTime" && TIMESTAMP.test(value) ? formatDateTime(value) : value;
}
