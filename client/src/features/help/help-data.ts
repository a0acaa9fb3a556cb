import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";
import { currentLanguage } from "@/lib/i18n/i18n";

export type Article = components["schemas"]["ArticleOut"];
export type ProductUpdate = components["schemas"]["UpdateOut"];

/** Order in which topics stand; each is a text key under `help.topics`. */
export const TOPICS = ["start", "contacts", "sending", "reports", "account"] as const;

/** Our texts change with a release only. */
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

/** The newest update that the reader has not seen: what the mark on the button goes by. */
export function newestQuery() {
  return query("get", "/api/product-update/one", { params: { query: { language: currentLanguage() } } }, STILL);
}

/** Articles by topic, in the order of the topics; empty topics are left out. */
export function byTopic(articles: readonly Article[]): readonly { topic: string; articles: readonly Article[] }[] {
  return TOPICS.map((topic) => ({ topic, articles: articles.filter((article) => article.topic === topic) })).filter(
    (group) => group.articles.length > 0,
  );
}
