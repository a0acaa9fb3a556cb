import { IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { integer } from "@/lib/filters";
import type { News } from "../news";
import classes from "./news-pill.module.css";

interface Props {
  readonly news: News | undefined;
  readonly onShow: () => void;
}

/** What others did to a list that somebody is at: it does not jump, it says so. */
export function NewsPill({ news, onShow }: Props) {
  const { t } = useTranslation();
  const parts = news
    ? [
        news.added > 0 ? t("contacts.newsAdded", { total: integer(news.added) }) : "",
        news.changed > 0 ? t("contacts.newsChanged", { total: integer(news.changed) }) : "",
        news.removed > 0 ? t("contacts.newsRemoved", { total: integer(news.removed) }) : "",
      ].filter(Boolean)
    : [];
  return (
    <div className={classes.place} role="status">
      {parts.length > 0 ? (
        <button type="button" className={classes.pill} onClick={onShow} title={t("contacts.newsShow")}>
          <IconArrowUp size={14} stroke={1.9} aria-hidden="true" />
          {parts.join(", ")}
        </button>
      ) : null}
    </div>
  );
}
