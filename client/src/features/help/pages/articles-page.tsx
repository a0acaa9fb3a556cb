import { Box } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import { PlainButton } from "@/ui/components/plain-button";
import { ArticleList } from "../components/article-list";
import { openHelp } from "../help-store";

/** Every article, with search, as a page of its own (SHELL-85). */
export function ArticlesPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead
        title={t("words.faq")}
        state={t("help.faqState")}
        actions={<PlainButton onClick={() => openHelp({ name: "contact" })}>{t("words.contactUs")}</PlainButton>}
      />
      <Box maw={720} pt="xs">
        <ArticleList />
      </Box>
    </>
  );
}
