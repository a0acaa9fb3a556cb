import { IconHelpCircle } from "@tabler/icons-react";
import type { RouteEntry } from "@/lib/routing";

export const helpRoutes: readonly RouteEntry[] = [
  {
    path: "/help",
    name: "help",
    title: "help.faq",
    texts: ["help"],
    menu: { group: "help", label: "help.faq", icon: IconHelpCircle, shortcut: "q" },
    load: async () => ({ Page: (await import("./pages/articles-page")).ArticlesPage }),
  },
  {
    path: "/help/:slug",
    name: "help-article",
    title: "help.article",
    texts: ["help"],
    load: async () => ({ Page: (await import("./pages/article-page")).ArticlePage }),
  },
];
