import { Box, Button } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import { ArticleList } from "../components/article-list";
import { openHelp } from "../help-store";

/** Page of all articles, with search (SHELL-85). */
export function ArticlesPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead
        title={t("words.faq")}
        state={t("help.faqState")}
        actions={<Button onClick={() => openHelp({ name: "contact" })}>{t("words.contactUs")}</Button>}
      />
      <Box maw={720} pt="xs">
        <ArticleList />
      </Box>
    </>
  );
}
