import { keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import { buildQueryKey, query } from "@/lib/api/data";
import { addDays, buildSpan, getToday, type Span } from "@/lib/date-range";
import { usePollMs } from "@/lib/socket/link";
import type { ListAddress } from "@/ui/table/list-address";
import { POLL_MS } from "../polling";
import { trimBeforeFirstMessage } from "./metrics";

const ANALYTICS_KEY = buildQueryKey("get", "/trx-api/stats/analytics");
const GROUPS_KEY = buildQueryKey("get", "/trx-api/stats/groups");
export const GROUPINGS = ["tag", "subject", "sender", "domain"] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const UNITS = ["hour", "day"] as const;
export type Unit = (typeof UNITS)[number];
const STALE_MS = 30_000;
/** Length of "all time": the server's maximum period. Without a start, the server returns one week. */
const MAX_DAYS = 730;

interface PeriodQuery {
  readonly span: Span;
  readonly isCompared?: boolean;
}

export interface AnalyticsQuery extends PeriodQuery {
  /** If undefined, the server chooses by the length of the span. */
  readonly unit?: Unit | undefined;
  readonly isWanted?: boolean;
}

export interface GroupsQuery extends PeriodQuery {
  readonly groupBy: Grouping;
  readonly address: Pick<ListAddress, "page" | "size" | "search">;
}

/** Loads the statistics on screen again. */
export function refreshAnalytics(client: QueryClient): void {
  for (const queryKey of [ANALYTICS_KEY, GROUPS_KEY]) void client.invalidateQueries({ queryKey });
}

function startOfAllTime(now: number): string | undefined {
  const day = getToday(now);
  return buildSpan({ preset: "custom", from: addDays(day, -MAX_DAYS), to: day }, now).start;
}

function buildPeriodParams({ span, isCompared = true }: PeriodQuery) {
  const isAll = span.start === undefined;
  const from = isAll ? startOfAllTime(Date.now()) : span.start;
  return {
    ...(from ? { from } : {}),
    ...(span.end ? { to: span.end } : {}),
    ...(isCompared && !isAll ? { compare: "previous" as const } : {}),
  };
}

/** Statistics of transactional email in a span. The previous result stays on screen until the next one arrives. */
export function useAnalytics({ unit, isWanted = true, ...period }: AnalyticsQuery) {
  const params = { query: { ...buildPeriodParams(period), ...(unit ? { unit } : {}) } };
  return useQuery(
    query(
      "get",
      "/trx-api/stats/analytics",
      { params },
      {
        pollMs: usePollMs(POLL_MS),
        staleTime: STALE_MS,
        placeholderData: keepPreviousData,
        enabled: isWanted,
        ...(period.span.start === undefined ? { select: trimBeforeFirstMessage } : {}),
      },
    ),
  );
}

/** A page of statistics by tag, subject, sender or domain. */
export function useGroups({ groupBy, address, ...period }: GroupsQuery) {
  const { page, size, search } = address;
  const params = { query: { ...buildPeriodParams(period), groupBy, page, size, ...(search ? { search } : {}) } };
  return useQuery(
    query(
      "get",
      "/trx-api/stats/groups",
      { params },
      {
        pollMs: usePollMs(POLL_MS),
        staleTime: STALE_MS,
        // Rows of another grouping would link to events that do not exist.
        placeholderData: (previous, of) => (of && hasGrouping(of.queryKey, groupBy) ? previous : undefined),
      },
    ),
  );
}

function hasGrouping(key: readonly unknown[], groupBy: Grouping): boolean {
  const init = key[2] as { readonly params?: { readonly query?: { readonly groupBy?: unknown } } };
  return init.params?.query?.groupBy === groupBy;
}
