import dayjs from "dayjs";
import { DATE_WORDS } from "@/lib/constants";

/** A calendar day, YYYY-MM-DD, in words; a day has no time zone to be moved by. */
export function formatDay(day: string): string {
  return dayjs(day).format(DATE_WORDS);
}
