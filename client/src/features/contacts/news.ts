import { type QueryClient, useQuery } from "@tanstack/react-query";

/** What others did to the contacts since the list on screen was fetched. */
export interface News {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Those of which the ids are known, to be tinted once they are shown. */
  readonly ids: readonly number[];
}

const NEWS_KEY = ["contacts", "news"] as const;
const NONE: News = { added: 0, changed: 0, removed: 0, ids: [] };
const MOST_IDS = 200;

export function addNews(client: QueryClient, part: Partial<News>): void {
  client.setQueryData<News>(NEWS_KEY, (old = NONE) => ({
    added: old.added + (part.added ?? 0),
    changed: old.changed + (part.changed ?? 0),
    removed: old.removed + (part.removed ?? 0),
    ids: [...new Set([...old.ids, ...(part.ids ?? [])])].slice(-MOST_IDS),
  }));
}

export function clearNews(client: QueryClient): void {
  client.setQueryData<News>(NEWS_KEY, NONE);
}

export function hasNews(news: News): boolean {
  return news.added + news.changed + news.removed > 0;
}

export function useNews(): News {
  const { data } = useQuery<News>({
    queryKey: NEWS_KEY,
    queryFn: () => Promise.resolve(NONE),
    initialData: NONE,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
