import { LoadFailed } from "@/ui/components/load-failed";
import { useArticle } from "../help-data";
import { openHelp } from "../help-store";
import { HelpHtml } from "./help-html";
import { HelpSkeleton } from "./help-skeleton";

/** An article in the panel; links to other articles open in the panel too. */
export function ArticleText({ slug }: { readonly slug: string }) {
  const loaded = useArticle(slug);
  const { data } = loaded;
  if (loaded.isError) return <LoadFailed failure={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!data) return <HelpSkeleton />;
  return (
    <HelpHtml title={data.title} html={data.html} onArticle={(next) => openHelp({ name: "article", slug: next })} />
  );
}
