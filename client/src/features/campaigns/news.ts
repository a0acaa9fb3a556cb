import { type QueryClient, useQuery } from "@tanstack/react-query";

const NEWS_KEY = ["campaigns", "news"] as const;

/** Counts a campaign that was created or deleted since the lists were fetched. */
export function addNews(client: QueryClient): void {
  client.setQueryData<number>(NEWS_KEY, (old = 0) => old + 1);
}

export function clearNews(client: QueryClient): void {
  client.setQueryData<number>(NEWS_KEY, 0);
}

/** Number of created or deleted campaigns that the lists do not show yet. */
export function useNews(): number {
  const { data } = useQuery<number>({
    queryKey: NEWS_KEY,
    queryFn: () => Promise.resolve(0),
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
