import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api, POLLING } from "@/lib/api/client";
import type { Span } from "@/lib/date-range";
import { useLinkState } from "@/lib/socket/link";

export type Stats = components["schemas"]["StatsOut"];
export type PeriodFigures = components["schemas"]["PeriodFiguresOut"];

export const STATS_KEY = ["post", "/api/dashboard/stats"] as const;
/** How often the figures are asked for while the socket is down (REP-43). */
const POLL_MS = 30_000;

/** What all campaigns did in a span; the former answer stays on screen until the next is here. */
export function useStats({ start, end }: Span, machines: "exclude" | "include", isWanted: boolean) {
  const isPolling = useLinkState() !== "up";
  return useQuery({
    queryKey: [...STATS_KEY, start ?? null, end ?? null, machines],
    queryFn: async ({ signal }) => {
      const { data } = await api.POST("/api/dashboard/stats", {
        body: {
          ...(start ? { start } : {}),
          ...(end ? { end } : {}),
          ...(machines === "include" ? { machines } : {}),
        },
        ...(isPolling ? { headers: POLLING } : {}),
        signal,
      });
      if (!data) throw new Error("an answer without a body");
      return data;
    },
    placeholderData: keepPreviousData,
    enabled: isWanted,
    refetchInterval: isPolling ? POLL_MS : false,
    meta: { quiet: true },
  });
}
