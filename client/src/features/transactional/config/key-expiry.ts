import { formatDate } from "@/lib/dates";

/** Expiry of a new key: never, after a number of days, or on a chosen day. */
export const EXPIRIES = ["never", "30", "90", "365", "day"] as const;

export interface Expiry {
  readonly choice: (typeof EXPIRIES)[number];
  /** `YYYY-MM-DD` in the team's time zone, for the choice `day`. */
  readonly day: string;
}

const DAY_MS = 86_400_000;

/** ISO time of the expiry, at the end of a chosen day. Null for never; undefined if the day is missing or past. */
export function resolveExpiry({ choice, day }: Expiry, now: number): string | null | undefined {
  if (choice === "never") return null;
  if (choice !== "day") return new Date(now + Number(choice) * DAY_MS).toISOString();
  const end = Date.parse(`${day}T23:59:59${formatDate(now, "Z")}`);
  return end > now ? new Date(end).toISOString() : undefined;
}

/** Whole days until the expiry. */
export function countRemainingDays(until: string, now: number): number {
  return Math.floor((Date.parse(until) - now) / DAY_MS);
}
