import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, mutation, query } from "@/lib/api/data";
import { usePollMs } from "@/lib/socket/link";

type Schemas = components["schemas"];
export type Health = Schemas["SendingHealthOut"];
export type HealthDay = Schemas["HealthDayOut"];
export type Limits = Schemas["HealthLimitsOut"];
export type Destination = Schemas["DestinationOut"];
export type Feedback = Schemas["FeedbackOut"];
export type Pause = Schemas["SendingPauseOut"];

export const HEALTH_KEY = buildQueryKey("get", "/api/sending-health");
export const PAUSE_STATE_KEY = buildQueryKey("get", "/api/sending-health/state");
export const SPANS = [7, 30, 90] as const;
export type HealthSpan = (typeof SPANS)[number];
/** Polling interval while the socket is down. */
const POLL_MS = 30_000;

/** The team's sending health. The previous response stays on screen while the next one loads. */
export function useHealth(days: HealthSpan) {
  const options = { pollMs: usePollMs(POLL_MS), placeholderData: keepPreviousData };
  return useQuery(query("get", "/api/sending-health", { params: { query: { days } } }, options));
}

export function usePauseState(isWanted: boolean) {
  return useQuery(query("get", "/api/sending-health/state", {}, { enabled: isWanted }));
}

export function useResumeSending() {
  return useMutation(mutation("post", "/api/sending-health/resume", { refreshes: [HEALTH_KEY, PAUSE_STATE_KEY] }));
}
