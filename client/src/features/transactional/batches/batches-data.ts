import { keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import { buildQueryKey, query } from "@/lib/api/data";
import { usePollMs } from "@/lib/socket/link";
import type { ListAddress } from "@/ui/table/list-address";
import { POLL_MS } from "../polling";

export const BATCHES_KEY = buildQueryKey("get", "/trx-api/batches");
const BATCH_KEY = buildQueryKey("get", "/trx-api/batches/{batch_id}");

/** One page, newest first. The previous page stays on screen while the next one loads. */
export function useBatches({ page, size, search }: Pick<ListAddress, "page" | "size" | "search">) {
  const params = { query: { page, size, ...(search ? { search } : {}) } };
  const pollMs = usePollMs(POLL_MS);
  return useQuery(
    query("get", "/trx-api/batches", { params }, { pollMs, staleTime: 0, placeholderData: keepPreviousData }),
  );
}

export function useBatch(id: string) {
  const params = { path: { batch_id: id } };
  return useQuery(
    query("get", "/trx-api/batches/{batch_id}", { params }, { pollMs: usePollMs(POLL_MS), staleTime: 0 }),
  );
}

export function refreshBatches(client: QueryClient): void {
  for (const queryKey of [BATCHES_KEY, BATCH_KEY]) void client.invalidateQueries({ queryKey });
}
