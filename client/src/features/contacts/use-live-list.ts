import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Contact, refreshLists } from "./contacts-data";
import { clearNews, hasNews, type News, useNews } from "./news";

/** While an import fills the list it is fetched anew at most this often. */
const REFRESH_MS = 1500;
/** How long a row that others have just changed keeps its tint. */
const FRESH_MS = 2000;

function newestOf(rows: readonly Contact[]): string {
  return rows.reduce((newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest), "");
}

interface LiveList {
  /** What others did that is not shown yet; undefined while it comes by itself. */
  readonly news: News | undefined;
  readonly show: () => void;
  readonly isFresh: (row: Contact) => boolean;
}

/**
 * Brings what others do into the list on screen: by itself while nobody is at it, on request while the pointer, the
 * focus or a selection is in it.
 */
export function useLiveList(rows: readonly Contact[], isHeld: boolean): LiveList {
  const client = useQueryClient();
  const news = useNews();
  const [freshAfter, setFreshAfter] = useState<string>();
  const lastAtMs = useRef(0);
  const isDue = hasNews(news) && !isHeld;

  function show(): void {
    lastAtMs.current = Date.now();
    setFreshAfter(newestOf(rows));
    clearNews(client);
    void refreshLists(client);
  }
  const showBySelf = useEffectEvent(show);

  useEffect(() => {
    if (!isDue) return;
    const wait = Math.max(0, lastAtMs.current + REFRESH_MS - Date.now());
    const timer = setTimeout(() => showBySelf(), wait);
    return () => clearTimeout(timer);
  }, [isDue]);

  useEffect(() => {
    if (freshAfter === undefined) return;
    const timer = setTimeout(() => setFreshAfter(undefined), FRESH_MS);
    return () => clearTimeout(timer);
  }, [freshAfter]);

  return {
    news: isHeld && hasNews(news) ? news : undefined,
    show,
    isFresh: ({ updatedAt }) => freshAfter !== undefined && freshAfter !== "" && updatedAt > freshAfter,
  };
}
