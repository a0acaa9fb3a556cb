import { useQuery } from "@tanstack/react-query";
import { buildQueryKey, query } from "@/lib/api/data";
import type { TrxOverview } from "./shapes";

export type { TrxOverview };

export const OVERVIEW_KEY = buildQueryKey("get", "/trx-api/overview");
const STALE_MS = 30_000;

/** The team's setup progress for transactional email; the route guard uses it too. */
export const overviewQuery = query("get", "/trx-api/overview", {}, { staleTime: STALE_MS });

export function useOverview() {
  return useQuery(overviewQuery);
}
