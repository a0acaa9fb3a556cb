import { keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import { trxApi } from "@/lib/api/trx-client";
import type { ListAddress } from "@/ui/table/list-address";
import type { Batch, BatchDetail, Page } from "../shapes";
import { useAsking } from "../trx-query";

export const BATCHES_KEY = ["get", "/trx-api/batches"] as const;
const BATCH_KEY = ["get", "/trx-api/batches/{batch_id}"] as const;

/** One page, the newest first; the page before stays on screen until the next is here. */
export function useBatches({ page, size, search }: Pick<ListAddress, "page" | "size" | "search">) {
  const query = { page, size, ...(search ? { search } : {}) };
  const asking = useAsking<Page<Batch>>([...BATCHES_KEY, query], (asked) =>
    trxApi.GET("/trx-api/batches", { params: { query }, ...asked }),
  );
  return useQuery({ ...asking, staleTime: 0, placeholderData: keepPreviousData });
}

export function useBatch(id: string) {
  const asking = useAsking<BatchDetail>([...BATCH_KEY, id], (asked) =>
    trxApi.GET("/trx-api/batches/{batch_id}", { params: { path: { batch_id: id } }, ...asked }),
  );
  return useQuery({ ...asking, staleTime: 0 });
}

export function refreshBatches(client: QueryClient): void {
  for (const queryKey of [BATCHES_KEY, BATCH_KEY]) void client.invalidateQueries({ queryKey });
}
