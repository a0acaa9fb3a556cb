import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, query } from "@/lib/api/data";
import type { Span } from "@/lib/date-range";
import { usePollMs } from "@/lib/socket/link";

export type Stats = components["schemas"]["StatsOut"];
export type PeriodMetrics = components["schemas"]["PeriodMetricsOut"];

export const STATS_KEY = buildQueryKey("post", "/api/dashboard/stats");
/** Polling interval of the metrics while the socket is down (REP-43). */
const POLL_INTERVAL_MS = 30_000;

/** Results of all campaigns in a span. The previous data remains while the next loads. */
export function useStats({ start, end }: Span, machines: "exclude" | "include", isWanted: boolean) {
  const body = {
    ...(start ? { start } : {}),
    ...(end ? { end } : {}),
    ...(machines === "include" ? { machines } : {}),
  };
  const options = { pollMs: usePollMs(POLL_INTERVAL_MS), placeholderData: keepPreviousData, enabled: isWanted };
  return useQuery(query("post", "/api/dashboard/stats", { body }, options));
}
