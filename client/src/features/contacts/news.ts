import { type QueryClient, useQuery } from "@tanstack/react-query";

/** Numbers of contacts that others have added, changed and removed since the list was fetched. */
export interface News {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

export const NEWS_KEY = ["contacts", "news"] as const;
export const NO_NEWS: News = { added: 0, changed: 0, removed: 0 };

export function addNews(client: QueryClient, part: Partial<News>): void {
  client.setQueryData<News>(NEWS_KEY, (old = NO_NEWS) => ({
    added: old.added + (part.added ?? 0),
    changed: old.changed + (part.changed ?? 0),
    removed: old.removed + (part.removed ?? 0),
  }));
}

export function clearNews(client: QueryClient): void {
  client.setQueryData<News>(NEWS_KEY, NO_NEWS);
}

export function hasNews(news: News): boolean {
  return news.added + news.changed + news.removed > 0;
}

export function useNews(): News {
  const { data } = useQuery<News>({
    queryKey: NEWS_KEY,
    queryFn: () => Promise.resolve(NO_NEWS),
    initialData: NO_NEWS,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
