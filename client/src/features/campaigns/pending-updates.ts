import { type QueryClient, useQuery } from "@tanstack/react-query";

const PENDING_UPDATES_KEY = ["campaigns", "news"] as const;

/** Counts a campaign that was created or deleted since the lists were fetched. */
export function addPendingUpdate(client: QueryClient): void {
  client.setQueryData<number>(PENDING_UPDATES_KEY, (old = 0) => old + 1);
}

export function clearPendingUpdates(client: QueryClient): void {
  client.setQueryData<number>(PENDING_UPDATES_KEY, 0);
}

/** Number of created or deleted campaigns that the lists do not show yet. */
export function usePendingUpdates(): number {
  const { data } = useQuery<number>({
    queryKey: PENDING_UPDATES_KEY,
    queryFn: () => Promise.resolve(0),
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
