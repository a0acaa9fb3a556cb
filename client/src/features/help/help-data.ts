import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";
import { currentLanguage } from "@/lib/i18n/i18n";

export type Article = components["schemas"]["ArticleOut"];
export type ProductUpdate = components["schemas"]["UpdateOut"];

/** Topics in display order; each is a text key under `help.topics`. */
export const TOPICS = ["start", "contacts", "sending", "reports", "account"] as const;

/** Help texts change only with a release. */
const STILL = { staleTime: Number.POSITIVE_INFINITY };

export function useArticles(search: string) {
  const params = { query: { search, language: currentLanguage() } };
  return useQuery(query("get", "/api/articles", { params }, { ...STILL, placeholderData: keepPreviousData }));
}

export function useArticle(slug: string) {
  return useQuery(
    query("get", "/api/articles/detail", { params: { query: { slug, language: currentLanguage() } } }, STILL),
  );
}

export function useUpdates() {
  return useQuery(query("get", "/api/product-update", { params: { query: { language: currentLanguage() } } }));
}

export function useUpdate(id: string) {
  return useQuery(
    query("get", "/api/product-update/detail", { params: { query: { id, language: currentLanguage() } } }, STILL),
  );
}

/** Query of the newest update that the reader has not seen, which marks the help button. */
export function newestUpdateQuery() {
  return query("get", "/api/product-update/one", { params: { query: { language: currentLanguage() } } }, STILL);
}

/** Groups articles by topic in display order; empty topics are omitted. */
export function groupByTopic(articles: readonly Article[]): readonly { topic: string; articles: readonly Article[] }[] {
  return TOPICS.map((topic) => ({ topic, articles: articles.filter((article) => article.topic === topic) })).filter(
    (group) => group.articles.length > 0,
  );
}
