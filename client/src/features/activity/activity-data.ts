import { keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import type { operations } from "@/generated/api";
import { POLLING_HEADERS } from "@/lib/api/client";
import { buildQueryKey, call, query } from "@/lib/api/data";

/** Number of entries at first and per "Load More". The call always requests page 1 (ACT-33, ACT-37). */
export const ENTRIES_PER_STEP = 10;

type Query = NonNullable<operations["list_activity"]["parameters"]["query"]>;
export type ActivityReference = NonNullable<Query["reference"]>;

export const ACTIVITY_KEY = buildQueryKey("get", "/api/activity");
/** Reference of the whole team's activity (ACT-36). */
export const WHOLE_TEAM: ActivityReference = "team";

export function useActivity(reference: ActivityReference, size: number) {
  return useQuery(
    query(
      "get",
      "/api/activity",
      { params: { query: { reference, page: 1, size } } },
      { placeholderData: keepPreviousData },
    ),
  );
}

/** Refetches the displayed feeds on a timer (HTTP-16), while no events can arrive. */
export async function refetchVisible(client: QueryClient): Promise<void> {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ACTIVITY_KEY, type: "active" })) {
    const { params } = queryKey[2] as { params: { query: Query } };
    const data = await call("get", "/api/activity", { params, headers: POLLING_HEADERS });
    client.setQueryData(queryKey, data);
  }
}
