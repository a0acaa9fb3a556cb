import { type QueryClient, useQuery } from "@tanstack/react-query";

/** Numbers of contacts that others have added, changed and removed since the list was fetched. */
export interface PendingUpdates {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

export const PENDING_UPDATES_KEY = ["contacts", "news"] as const;
export const NO_PENDING_UPDATES: PendingUpdates = { added: 0, changed: 0, removed: 0 };

export function addPendingUpdates(client: QueryClient, part: Partial<PendingUpdates>): void {
  client.setQueryData<PendingUpdates>(PENDING_UPDATES_KEY, (old = NO_PENDING_UPDATES) => ({
    added: old.added + (part.added ?? 0),
    changed: old.changed + (part.changed ?? 0),
    removed: old.removed + (part.removed ?? 0),
  }));
}

export function clearPendingUpdates(client: QueryClient): void {
  client.setQueryData<PendingUpdates>(PENDING_UPDATES_KEY, NO_PENDING_UPDATES);
}

export function hasPendingUpdates(news: PendingUpdates): boolean {
  return news.added + news.changed + news.removed > 0;
}

export function usePendingUpdates(): PendingUpdates {
  const { data } = useQuery<PendingUpdates>({
    queryKey: PENDING_UPDATES_KEY,
    queryFn: () => Promise.resolve(NO_PENDING_UPDATES),
    initialData: NO_PENDING_UPDATES,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
