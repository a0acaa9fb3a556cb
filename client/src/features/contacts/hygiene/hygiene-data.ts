import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, mutation, query } from "@/lib/api/data";
import { HYGIENE_KEY } from "../bulk-data";

type Schemas = components["schemas"];
export type Cap = Schemas["CapOut"];
export type SunsetRule = Schemas["SunsetOut"];
export type SunsetChoice = Schemas["SunsetIn"];
export type SunsetRun = Schemas["SunsetRunOut"];

export const ACTS = ["label", "suppress", "unsubscribe"] as const satisfies readonly SunsetChoice["act"][];
export const MONTHS = [3, 6, 9, 12, 18, 24] as const;

/** The cap, the rule and its runs; while one is at work its progress is asked for. */
export function useHygiene() {
  return useQuery(
    query(
      "get",
      "/api/contacts/hygiene",
      {},
      { refetchInterval: ({ state }) => (state.data?.runs.some(isAtWork) ? 3000 : false) },
    ),
  );
}

export function isAtWork({ state }: SunsetRun): boolean {
  return state === "RUNNING" || state === "UNDOING";
}

/** How many contacts the rule would change now; the figure before stays until the next is here. */
export function usePreview(choice: SunsetChoice | undefined) {
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

export function usePutCap() {
  return useMutation(mutation("put", "/api/contacts/hygiene/cap", REFRESHING));
}

export function useDropCap() {
  return useMutation(mutation("post", "/api/contacts/hygiene/cap/drop", REFRESHING));
}

export function usePutSunset() {
  return useMutation(mutation("put", "/api/contacts/hygiene/sunset", REFRESHING));
}

export function useUndoRun() {
  return useMutation(mutation("post", "/api/contacts/hygiene/sunset/runs/{run_id}/undo", REFRESHING));
}
