import { formatDate } from "@/lib/dates";
import { LoadFailed } from "@/ui/components/load-failed";
import { useUpdate } from "../help-data";
import { openHelp } from "../help-store";
import { HelpHtml } from "./help-html";
import { HelpSkeleton } from "./help-skeleton";

/** A product update in the panel. */
export function UpdateText({ id }: { readonly id: string }) {
  const loaded = useUpdate(id);
  const { data } = loaded;
  if (loaded.isError) return <LoadFailed failure={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!data) return <HelpSkeleton />;
  return (
    <HelpHtml
      title={data.title}
      under={formatDate(data.publishedAt)}
      html={data.html}
      onArticle={(slug) => openHelp({ name: "article", slug })}
    />
  );
}
