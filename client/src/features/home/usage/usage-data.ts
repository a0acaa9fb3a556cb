import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { keyOf, query } from "@/lib/api/data";
import type { Span } from "@/lib/date-range";

type Schemas = components["schemas"];
export type UsageStats = Schemas["UsageStatsOut"];
export type Counter = Schemas["UsageCounterOut"];

const AREAS = { email: "/api/usage/email", ab: "/api/usage/ab" } as const;
export type Area = keyof typeof AREAS;

export const USAGE_STATS_KEYS = Object.values(AREAS).map((path) => keyOf("get", path));

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
export const SHOWN = [
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
export type ShownCounter = (typeof SHOWN)[number];

export function shownOf(counters: readonly Counter[]): readonly Counter[] {
  return SHOWN.flatMap((name) => counters.filter(({ subfeature }) => subfeature === name));
}

export type UsageLevel = "ok" | "near" | "out";
const NEAR = 0.8;

/** Warning level of a counter; a limit of -1 is unlimited. */
export function levelOf({ used, limit }: Pick<Counter, "used" | "limit">): UsageLevel {
  if (limit < 0 || (limit > 0 && used < limit * NEAR)) return "ok";
  return used < limit ? "near" : "out";
}
