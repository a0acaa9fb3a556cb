import { Box } from "@mantine/core";
import { useParams } from "react-router";
import { throwIfMissing } from "@/lib/api/missing";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { HelpHtml } from "../components/help-html";
import { HelpSkeleton } from "../components/help-skeleton";
import { useArticle } from "../help-data";

/** An article at its own address, so that it can be shared. */
export function ArticlePage() {
  const { t } = useTranslation();
  const { slug = "" } = useParams();
  const { data, refetch, ...query } = throwIfMissing(useArticle(slug));
  const error: unknown = query.error;
  return (
    <>
      <PageHead title={data?.title ?? t("help.article")} crumbs={[{ label: t("words.faq"), to: "/help" }]} />
      <Box maw={720} pt="xs">
        {error ? <LoadFailed failure={error} onRetry={() => void refetch()} /> : null}
        {data ? <HelpHtml html={data.html} /> : null}
        {data || error ? null : <HelpSkeleton />}
      </Box>
    </>
  );
}
