import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { trxApi } from "@/lib/api/trx-client";
import { dayAfter, type Span, spanOf, today } from "@/lib/date-range";
import type { Analytics } from "../shapes";
import { useAsking } from "../trx-query";
import { sinceFirst } from "./figures";

export const ANALYTICS_KEY = ["get", "/trx-api/stats/analytics"] as const;
export const GROUPINGS = ["tag", "subject", "sender", "domain"] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const UNITS = ["hour", "day"] as const;
export type Unit = (typeof UNITS)[number];
const STALE_MS = 30_000;
/** All time: as much as is told at once. Without a beginning it would be a week. */
const MOST_DAYS = 730;

export interface AnalyticsAsked {
  readonly span: Span;
  /** As it fits the span when left out. */
  readonly unit?: Unit | undefined;
  readonly groupBy?: Grouping | undefined;
  readonly isCompared?: boolean;
  readonly isWanted?: boolean;
}

function beginningOfAll(now: number): string | undefined {
  const day = today(now);
  return spanOf({ preset: "custom", from: dayAfter(day, -MOST_DAYS), to: day }, now).start;
}

/** What transactional mail did in a span; the answer before stays on screen until the next is here. */
export function useAnalytics({ span, unit, groupBy, isCompared = true, isWanted = true }: AnalyticsAsked) {
  const isAll = span.start === undefined;
  const from = isAll ? beginningOfAll(Date.now()) : span.start;
  const query = {
    ...(from ? { from } : {}),
    ...(span.end ? { to: span.end } : {}),
    ...(unit ? { unit } : {}),
    ...(groupBy ? { groupBy } : {}),
    ...(isCompared && !isAll ? { compare: "previous" as const } : {}),
  };
  const asking = useAsking<Analytics>([...ANALYTICS_KEY, query], (asked) =>
    trxApi.GET("/trx-api/stats/analytics", { params: { query }, ...asked }),
  );
  return useQuery({
    ...asking,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    enabled: isWanted,
    ...(isAll ? { select: sinceFirst } : {}),
  });
}
