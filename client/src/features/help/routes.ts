import { IconHelpCircle } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

export const helpRoutes = defineRoutes(
  {
    path: "/help",
    name: "help",
    title: "words.faq",
    texts: ["help"],
    menu: { group: "help", label: "words.faq", icon: IconHelpCircle, shortcut: "q" },
    load: async () => ({ Page: (await import("./pages/articles-page")).ArticlesPage }),
  },
  {
    path: "/help/:slug",
    record: {
      ids: { slug: "slug" },
      missing: { title: "help.missing", back: "help.backToArticles" },
      list: "/help",
    },
    name: "help-article",
    title: "help.article",
    texts: ["help"],
    load: async () => ({ Page: (await import("./pages/article-page")).ArticlePage }),
  },
);
