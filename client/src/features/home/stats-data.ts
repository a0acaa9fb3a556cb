import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { keyOf, query } from "@/lib/api/data";
import type { Span } from "@/lib/date-range";
import { usePollMs } from "@/lib/socket/link";

export type Stats = components["schemas"]["StatsOut"];
export type PeriodFigures = components["schemas"]["PeriodFiguresOut"];

export const STATS_KEY = keyOf("post", "/api/dashboard/stats");
/** How often the figures are asked for while the socket is down (REP-43). */
const POLL_MS = 30_000;

/** What all campaigns did in a span; the former answer stays on screen until the next is here. */
export function useStats({ start, end }: Span, machines: "exclude" | "include", isWanted: boolean) {
  const body = {
    ...(start ? { start } : {}),
    ...(end ? { end } : {}),
    ...(machines === "include" ? { machines } : {}),
  };
  const options = { pollMs: usePollMs(POLL_MS), placeholderData: keepPreviousData, enabled: isWanted };
  return useQuery(query("post", "/api/dashboard/stats", { body }, options));
}
