import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";
import { getCurrentLanguage } from "@/lib/i18n/i18n";

export type Article = components["schemas"]["ArticleOut"];
export type ProductUpdate = components["schemas"]["UpdateOut"];

/** Topics in display order; each is a text key under `help.topics`. */
export const TOPICS = ["start", "contacts", "sending", "reports", "account"] as const;

/** Help texts change only with a release. */
const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY };

export function useArticles(search: string) {
  const params = { query: { search, language: getCurrentLanguage() } };
  return useQuery(query("get", "/api/articles", { params }, { ...NEVER_STALE, placeholderData: keepPreviousData }));
}

export function useArticle(slug: string) {
  return useQuery(
    query("get", "/api/articles/detail", { params: { query: { slug, language: getCurrentLanguage() } } }, NEVER_STALE),
  );
}

export function useUpdates() {
  return useQuery(query("get", "/api/product-update", { params: { query: { language: getCurrentLanguage() } } }));
}

export function useUpdate(id: string) {
  return useQuery(
    query(
      "get",
      "/api/product-update/detail",
      { params: { query: { id, language: getCurrentLanguage() } } },
      NEVER_STALE,
    ),
  );
}

/** Query of the newest update that the reader has not seen, which marks the help button. */
export function newestUpdateQuery() {
  return query(
    "get",
    "/api/product-update/one",
    { params: { query: { language: getCurrentLanguage() } } },
    NEVER_STALE,
  );
}

/** Groups articles by topic in display order; empty topics are omitted. */
export function groupByTopic(articles: readonly Article[]): readonly { topic: string; articles: readonly Article[] }[] {
  return TOPICS.map((topic) => ({ topic, articles: articles.filter((article) => article.topic === topic) })).filter(
    (group) => group.articles.length > 0,
  );
}
