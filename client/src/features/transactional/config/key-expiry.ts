import { formatDate } from "@/lib/dates";

/** When a new key ends: never, so many days from now, or with a day of one's own. */
export const EXPIRIES = ["never", "30", "90", "365", "day"] as const;

export interface Expiry {
  readonly choice: (typeof EXPIRIES)[number];
  /** `YYYY-MM-DD` by the team's clock, where a day is chosen. */
  readonly day: string;
}

const DAY_MS = 86_400_000;

/** The moment it ends, null for never, undefined for a day that is missing or over. The day itself still counts. */
export function endOf({ choice, day }: Expiry, now: number): string | null | undefined {
  if (choice === "never") return null;
  if (choice !== "day") return new Date(now + Number(choice) * DAY_MS).toISOString();
  const end = Date.parse(`${day}T23:59:59${formatDate(now, "Z")}`);
  return end > now ? new Date(end).toISOString() : undefined;
}

/** Whole days that are left. */
export function daysLeft(until: string, now: number): number {
  return Math.floor((Date.parse(until) - now) / DAY_MS);
}
