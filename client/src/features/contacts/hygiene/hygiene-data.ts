import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
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
  return $api.useQuery(
    "get",
    "/api/contacts/hygiene",
    {},
    {
      meta: { quiet: true },
      refetchInterval: ({ state }) => (state.data?.runs.some(isAtWork) ? 3000 : false),
    },
  );
}

export function isAtWork({ state }: SunsetRun): boolean {
  return state === "RUNNING" || state === "UNDOING";
}

/** How many contacts the rule would change now; the figure before stays until the next is here. */
export function usePreview(choice: SunsetChoice | undefined) {
  return useQuery(
    queryOptions({
      queryKey: [...HYGIENE_KEY, "preview", choice ?? null],
      queryFn: async ({ signal }) => {
        const { data } = await api.POST("/api/contacts/hygiene/sunset/preview", {
          body: choice as SunsetChoice,
          signal,
        });
        if (!data) throw new Error("an answer without a body");
        return data.count;
      },
      enabled: choice !== undefined,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      meta: { quiet: true },
    }),
  );
}

function useRefreshing() {
  const client = useQueryClient();
  return { meta: { quiet: true }, onSuccess: () => client.invalidateQueries({ queryKey: HYGIENE_KEY }) };
}

export function usePutCap() {
  return $api.useMutation("put", "/api/contacts/hygiene/cap", useRefreshing());
}

export function useDropCap() {
  return $api.useMutation("post", "/api/contacts/hygiene/cap/drop", useRefreshing());
}

export function usePutSunset() {
  return $api.useMutation("put", "/api/contacts/hygiene/sunset", useRefreshing());
}

export function useUndoRun() {
  return $api.useMutation("post", "/api/contacts/hygiene/sunset/runs/{run_id}/undo", useRefreshing());
}
