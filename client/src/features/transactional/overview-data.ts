import { queryOptions, useQuery } from "@tanstack/react-query";
import { trxApi } from "@/lib/api/trx-client";
import { answered } from "./answered";
import type { Overview } from "./shapes";

export type { Overview };

export const OVERVIEW_KEY = ["get", "/trx-api/overview"] as const;
const STALE_MS = 30_000;

/** How far the team is with its transactional mail; the guard of the area asks it too. */
export const overviewQuery = queryOptions({
  queryKey: OVERVIEW_KEY,
  queryFn: async ({ signal }): Promise<Overview> => answered(await trxApi.GET("/trx-api/overview", { signal })),
  staleTime: STALE_MS,
  meta: { quiet: true },
});

export function useOverview() {
  return useQuery(overviewQuery);
}
