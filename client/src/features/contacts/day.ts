import dayjs from "dayjs";
import { DATE_MEDIUM } from "@/lib/constants";

/** Formats a calendar day, YYYY-MM-DD, without any time zone conversion. */
export function formatDay(day: string): string {
  return dayjs(day).format(DATE_MEDIUM);
}
