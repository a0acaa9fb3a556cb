import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, mutation, query } from "@/lib/api/data";
import { HYGIENE_KEY } from "../bulk-data";

type Schemas = components["schemas"];
export type Cap = Schemas["FrequencyCapOut"];
export type SunsetRule = Schemas["SunsetRuleOut"];
export type SunsetChoice = Schemas["SunsetIn"];
export type SunsetRun = Schemas["SunsetRunOut"];

export const SUNSET_ACTIONS = ["label", "suppress", "unsubscribe"] as const satisfies readonly SunsetChoice["act"][];
export const MONTHS = [3, 6, 9, 12, 18, 24] as const;

/** The frequency cap, the sunset policy and its runs; a running one is polled. */
export function useHygiene() {
  return useQuery(
    query(
      "get",
      "/api/contacts/hygiene",
      {},
      { refetchInterval: ({ state }) => (state.data?.runs.some(isRunActive) ? 3000 : false) },
    ),
  );
}

export function isRunActive({ state }: SunsetRun): boolean {
  return state === "RUNNING" || state === "UNDOING";
}

/** The number of contacts that the policy would change now. The previous number remains while the next loads. */
export function useSunsetPreview(choice: SunsetChoice | undefined) {
  return useQuery({
    queryKey: [...HYGIENE_KEY, "preview", choice ?? null],
    queryFn: async ({ signal }) => {
      const body = choice as SunsetChoice;
      return (await call("post", "/api/contacts/hygiene/sunset/preview", { body, signal })).count;
    },
    enabled: choice !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

const REFRESHING = { refreshes: [HYGIENE_KEY] };

export function useSaveCap() {
  return useMutation(mutation("put", "/api/contacts/hygiene/cap", REFRESHING));
}

export function useDeleteCap() {
  return useMutation(mutation("post", "/api/contacts/hygiene/cap/drop", REFRESHING));
}

export function useSaveSunset() {
  return useMutation(mutation("put", "/api/contacts/hygiene/sunset", REFRESHING));
}

export function useUndoRun() {
  return useMutation(mutation("post", "/api/contacts/hygiene/sunset/runs/{run_id}/undo", REFRESHING));
}
