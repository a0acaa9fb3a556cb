import { IconHelpCircle } from "@tabler/icons-react";
import { api } from "@/lib/api/client";
import { currentLanguage } from "@/lib/i18n/i18n";
import type { PaletteSource } from "@/lib/palette";

const MOST = 4;

export const helpPalette: PaletteSource = {
  id: "help",
  heading: "words.help",
  icon: IconHelpCircle,
  find: async (search, signal) => {
    const query = { search, language: currentLanguage() };
    const { data } = await api.GET("/api/articles", { params: { query }, signal });
    return (data ?? []).slice(0, MOST).map(({ slug, title, summary }) => ({
      id: slug,
      label: title,
      description: summary,
      path: `/help/${slug}`,
    }));
  },
};
