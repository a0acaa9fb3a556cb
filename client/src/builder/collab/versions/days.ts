import { formatDate } from "@/lib/dates";
import type { Version } from "./versions-data";

export interface VersionDay {
  readonly date: string;
  readonly versions: readonly Version[];
}

/** Versions grouped by day in the team's time zone, in their order. */
export function groupByDay(versions: readonly Version[]): readonly VersionDay[] {
  const days = new Map<string, Version[]>();
  for (const version of versions) {
    const date = formatDate(version.createdAt);
    days.set(date, [...(days.get(date) ?? []), version]);
  }
  return [...days].map(([date, those]) => ({ date, versions: those }));
}
