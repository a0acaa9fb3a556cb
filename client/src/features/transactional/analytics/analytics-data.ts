import { keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import { trxApi } from "@/lib/api/trx-client";
import { dayAfter, type Span, spanOf, today } from "@/lib/date-range";
import type { ListAddress } from "@/ui/table/list-address";
import type { Analytics, Groups } from "../shapes";
import { useAsking } from "../trx-query";
import { sinceFirst } from "./figures";

const ANALYTICS_KEY = ["get", "/trx-api/stats/analytics"] as const;
const GROUPS_KEY = ["get", "/trx-api/stats/groups"] as const;
export const GROUPINGS = ["tag", "subject", "sender", "domain"] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const UNITS = ["hour", "day"] as const;
export type Unit = (typeof UNITS)[number];
const STALE_MS = 30_000;
/** All time: as much as is told at once. Without a beginning it would be a week. */
const MOST_DAYS = 730;

interface PeriodAsked {
  readonly span: Span;
  readonly isCompared?: boolean;
}

export interface AnalyticsAsked extends PeriodAsked {
  /** As it fits the span when left out. */
  readonly unit?: Unit | undefined;
  readonly isWanted?: boolean;
}

export interface GroupsAsked extends PeriodAsked {
  readonly groupBy: Grouping;
  readonly address: Pick<ListAddress, "page" | "size" | "search">;
}

/** What is shown of figures is asked for again. */
export function refreshFigures(client: QueryClient): void {
  for (const queryKey of [ANALYTICS_KEY, GROUPS_KEY]) void client.invalidateQueries({ queryKey });
}

function beginningOfAll(now: number): string | undefined {
  const day = today(now);
  return spanOf({ preset: "custom", from: dayAfter(day, -MOST_DAYS), to: day }, now).start;
}

function periodOf({ span, isCompared = true }: PeriodAsked) {
  const isAll = span.start === undefined;
  const from = isAll ? beginningOfAll(Date.now()) : span.start;
  return {
    ...(from ? { from } : {}),
    ...(span.end ? { to: span.end } : {}),
    ...(isCompared && !isAll ? { compare: "previous" as const } : {}),
  };
}

/** What transactional mail did in a span; the answer before stays on screen until the next is here. */
export function useAnalytics({ unit, isWanted = true, ...period }: AnalyticsAsked) {
  const query = { ...periodOf(period), ...(unit ? { unit } : {}) };
  const asking = useAsking<Analytics>([...ANALYTICS_KEY, query], (asked) =>
    trxApi.GET("/trx-api/stats/analytics", { params: { query }, ...asked }),
  );
  return useQuery({
    ...asking,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    enabled: isWanted,
    ...(period.span.start === undefined ? { select: sinceFirst } : {}),
  });
}

/** A page of what it did by tag, subject, sender or domain. */
export function useGroups({ groupBy, address, ...period }: GroupsAsked) {
  const { page, size, search } = address;
  const query = { ...periodOf(period), groupBy, page, size, ...(search ? { search } : {}) };
  const asking = useAsking<Groups>([...GROUPS_KEY, query], (asked) =>
    trxApi.GET("/trx-api/stats/groups", { params: { query }, ...asked }),
  );
  return useQuery({
    ...asking,
    staleTime: STALE_MS,
    // Under another grouping the rows of the former would lead to events that there are not.
    placeholderData: (former, of) => (of && isBy(of.queryKey, groupBy) ? former : undefined),
  });
}

function isBy(key: readonly unknown[], groupBy: Grouping): boolean {
  const query = key[GROUPS_KEY.length];
  return typeof query === "object" && query !== null && "groupBy" in query && query.groupBy === groupBy;
}
