import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Contact, refreshLists } from "./contacts-data";
import { clearPendingUpdates, hasPendingUpdates, type PendingUpdates, usePendingUpdates } from "./pending-updates";

/** Minimum time between refetches of the list during an import. */
const REFRESH_MS = 1500;
/** How long a row changed by others is tinted. */
const FRESH_MS = 2000;

function findNewestUpdate(rows: readonly Contact[]): string {
  return rows.reduce((newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest), "");
}

interface LiveList {
  /** Pending updates by others; undefined while they appear automatically. */
  readonly news: PendingUpdates | undefined;
  readonly show: () => void;
  readonly isFresh: (row: Contact) => boolean;
}

/**
 * Applies changes by others to the list: automatically while it is not in use, and on request while it has the pointer,
 * the focus or a selection.
 */
export function useLiveList(rows: readonly Contact[], isHeld: boolean): LiveList {
  const client = useQueryClient();
  const news = usePendingUpdates();
  const [freshAfter, setFreshAfter] = useState<string>();
  const lastAtMs = useRef(0);
  const isDue = hasPendingUpdates(news) && !isHeld;

  function show(): void {
    lastAtMs.current = Date.now();
    setFreshAfter(findNewestUpdate(rows));
    clearPendingUpdates(client);
    void refreshLists(client);
  }
  const showAutomatically = useEffectEvent(show);

  useEffect(() => {
    if (!isDue) return;
    const wait = Math.max(0, lastAtMs.current + REFRESH_MS - Date.now());
    const timer = setTimeout(() => showAutomatically(), wait);
    return () => clearTimeout(timer);
  }, [isDue]);

  useEffect(() => {
    if (freshAfter === undefined) return;
    const timer = setTimeout(() => setFreshAfter(undefined), FRESH_MS);
    return () => clearTimeout(timer);
  }, [freshAfter]);

  return {
    news: isHeld && hasPendingUpdates(news) ? news : undefined,
    show,
    isFresh: ({ updatedAt }) => freshAfter !== undefined && freshAfter !== "" && updatedAt > freshAfter,
  };
}
