import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { $api } from "@/lib/api/hooks";
import { CloseButton } from "@/ui/components/close-button";
import { PlainButton } from "@/ui/components/plain-button";
import { RelativeTime } from "@/ui/components/relative-time";
import { activityKeys } from "../activity-text";
import classes from "./activity-panel.module.css";

/** Entries at first, and added by each Load More: the call always asks for page 1 (ACT-33, ACT-37). */
const STEP = 10;
const SKELETON_ROWS = [72, 88, 64, 80, 56];

export function ActivityPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [size, setSize] = useState(STEP);
  const list = $api.useQuery(
    "get",
    "/api/activity",
    { params: { query: { reference: "team", page: 1, size } } },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
  const items = list.data?.items ?? [];
  const hasMore = items.length < (list.data?.total ?? 0);

  function sentence(item: (typeof items)[number]): string {
    const keys = activityKeys(item);
    if (!keys) return t("activity.unprocessed");
    return t(keys.sentence, { fullname: item.fullname, name: item.name, reference: t(keys.noun) });
  }

  return (
    <aside className={classes.panel} aria-label={t("activity.title")}>
      <header className={classes.head}>
        <h2>{t("activity.title")}</h2>
        <CloseButton label={t("ui.close")} onClick={onClose} />
      </header>
      {list.isPending ? (
        <div aria-busy="true">
          {SKELETON_ROWS.map((width) => (
            <div key={width} className={classes.skeleton} style={{ inlineSize: `${width}%` }} />
          ))}
        </div>
      ) : list.isError ? (
        <div className={classes.empty}>
          <p>{t("ui.loadFailed")}</p>
          <PlainButton onClick={() => void list.refetch()}>{t("ui.retry")}</PlainButton>
        </div>
      ) : items.length === 0 ? (
        <p className={classes.empty}>{t("activity.empty")}</p>
      ) : (
        <ol className={classes.list}>
          {items.map((item) => (
            <li key={`${item.createdAt}:${item.reference}:${item.action}:${item.name}`}>
              <span className={classes.sentence}>{sentence(item)}</span>
              <RelativeTime at={item.createdAt} />
            </li>
          ))}
        </ol>
      )}
      {hasMore ? (
        <div className={classes.more}>
          <PlainButton isBusy={list.isPlaceholderData} onClick={() => setSize((before) => before + STEP)}>
            {t("activity.loadMore")}
          </PlainButton>
        </div>
      ) : null}
    </aside>
  );
}
