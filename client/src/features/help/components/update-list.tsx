import { formatDate } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { useUpdates } from "../help-data";
import { useMarkSeen } from "../use-mark-seen";
import classes from "./help-lists.module.css";
import { HelpSkeleton } from "./help-skeleton";

/** Product updates, newest first. Listing an update marks it as seen. */
export function UpdateList({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const loaded = useUpdates();
  const { data } = loaded;
  const isNew = useMarkSeen(data);
  if (loaded.isError) return <LoadFailed failure={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!data) return <HelpSkeleton />;
  return (
    <ul className={classes.list}>
      {data.map(({ id, title, summary, publishedAt }) => (
        <li key={id}>
          <button type="button" onClick={() => onOpen(id)}>
            <strong>
              {title}
              {isNew(id) ? <span className={classes.new}>{t("help.new")}</span> : null}
            </strong>
            <span>{summary}</span>
            <span>{formatDate(publishedAt)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
