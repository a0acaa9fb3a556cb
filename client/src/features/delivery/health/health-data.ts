import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api, POLLING } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { useLinkState } from "@/lib/socket/link";

type Schemas = components["schemas"];
export type Health = Schemas["SendingHealthOut"];
export type HealthDay = Schemas["HealthDayOut"];
export type Limits = Schemas["HealthLimitsOut"];
export type Destination = Schemas["DestinationOut"];
export type Feedback = Schemas["FeedbackOut"];
export type Pause = Schemas["SendingPauseOut"];

export const HEALTH_KEY = ["get", "/api/sending-health"] as const;
export const STATE_KEY = ["get", "/api/sending-health/state"] as const;
export const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];
/** How often the figures are asked for while the socket is down. */
const POLL_MS = 30_000;

/** Everything about the team's sending health; the former answer stays on screen until the next is here. */
export function useHealth(days: Span) {
  const isPolling = useLinkState() !== "up";
  return useQuery({
    // Without the header: figures asked for while the socket was coming up are those that are wanted after it.
    queryKey: [...HEALTH_KEY, days],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET("/api/sending-health", {
        params: { query: { days } },
        ...(isPolling ? { headers: POLLING } : {}),
        signal,
      });
      if (!data) throw new Error("an answer without a body");
      return data;
    },
    placeholderData: keepPreviousData,
    refetchInterval: isPolling ? POLL_MS : false,
    meta: { quiet: true },
  });
}

/** Whether marketing mail is stopped. */
export function useHeld(isWanted: boolean) {
  return $api.useQuery("get", "/api/sending-health/state", {}, { enabled: isWanted, meta: { quiet: true } });
}

export function useResume() {
  const client = useQueryClient();
  return $api.useMutation("post", "/api/sending-health/resume", {
    meta: { quiet: true },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: HEALTH_KEY }),
        client.invalidateQueries({ queryKey: STATE_KEY }),
      ]),
  });
}
