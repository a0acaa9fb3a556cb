import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, query } from "@/lib/api/data";
import type { Span } from "@/lib/date-range";

type Schemas = components["schemas"];
export type UsageStats = Schemas["UsageStatsOut"];
export type Counter = Schemas["UsageCounterOut"];

const AREAS = { email: "/api/usage/email", ab: "/api/usage/ab" } as const;
export type Area = keyof typeof AREAS;

export const USAGE_STATS_KEYS = Object.values(AREAS).map((path) => buildQueryKey("get", path));

/** An area's usage of the plan in a span. The previous data remains while the next loads. */
export function useUsage(area: Area, { start, end }: Span) {
  return useQuery(
    query(
      "get",
      AREAS[area],
      { params: { query: { ...(start ? { start } : {}), ...(end ? { end } : {}) } } },
      { placeholderData: keepPreviousData },
    ),
  );
}

/** Counters of the features that exist, in display order. */
export const DISPLAYED_COUNTERS = [
  "emailSent",
  "contact",
  "campaign",
  "abEmailSent",
  "sender",
  "senderDomain",
  "member",
  "customField",
  "contactTester",
] as const;
export type DisplayedCounter = (typeof DISPLAYED_COUNTERS)[number];

export function listDisplayedCounters(counters: readonly Counter[]): readonly Counter[] {
  return DISPLAYED_COUNTERS.flatMap((name) => counters.filter(({ subfeature }) => subfeature === name));
}

export type UsageLevel = "ok" | "near" | "out";
const NEAR_LIMIT_SHARE = 0.8;

/** Warning level of a counter; a limit of -1 is unlimited. */
export function getUsageLevel({ used, limit }: Pick<Counter, "used" | "limit">): UsageLevel {
  if (limit < 0 || (limit > 0 && used < limit * NEAR_LIMIT_SHARE)) return "ok";
  return used < limit ? "near" : "out";
}
