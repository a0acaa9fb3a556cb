import { IconHelpCircle } from "@tabler/icons-react";
import { call } from "@/lib/api/data";
import { getCurrentLanguage } from "@/lib/i18n/i18n";
import type { PaletteSource } from "@/lib/palette";

const MAX_HITS = 4;

export const helpPalette: PaletteSource = {
  id: "help",
  heading: "words.help",
  icon: IconHelpCircle,
  find: async (search, signal) => {
    const query = { search, language: getCurrentLanguage() };
    const articles = await call("get", "/api/articles", { params: { query }, signal });
    return articles.slice(0, MAX_HITS).map(({ slug, title, summary }) => ({
      id: slug,
      label: title,
      description: summary,
      path: `/help/${slug}`,
    }));
  },
};
