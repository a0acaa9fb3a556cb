import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { isFailure } from "@/lib/api/failure";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { PlainButton } from "@/ui/components/plain-button";
import { HelpHtml } from "../components/help-html";
import { HelpSkeleton } from "../components/help-skeleton";
import { useArticle } from "../help-data";
import classes from "./help-pages.module.css";

/** One article under its own address, so that it can be sent to a colleague. */
export function ArticlePage() {
  const { t } = useTranslation();
  const { slug = "" } = useParams();
  const article = useArticle(slug);
  const { data } = article;
  const error: unknown = article.error;
  const isGone = isFailure(error) && (error.status === 404 || error.status === 400);
  return (
    <>
      <PageHead
        title={data?.title ?? t(isGone ? "help.goneTitle" : "help.article")}
        crumbs={[{ label: t("help.faq"), to: "/help" }]}
      />
      <div className={classes.text}>
        {isGone ? (
          <>
            <p>{t("help.goneText")}</p>
            <PlainButton to="/help">{t("help.faq")}</PlainButton>
          </>
        ) : null}
        {error && !isGone ? <LoadFailed failure={error} onRetry={() => void article.refetch()} /> : null}
        {data ? <HelpHtml html={data.html} /> : null}
        {data || error ? null : <HelpSkeleton />}
      </div>
    </>
  );
}
