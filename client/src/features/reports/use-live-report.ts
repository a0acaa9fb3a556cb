import { focusManager, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLinkState, useRoom } from "@/lib/socket/link";
import { refreshReport } from "./refreshing";

/** How often a report is asked for while the socket is down (REP-43). */
const POLL_MS = 30_000;

/**
 * Keeps the report on screen up to date: told over the socket, asked for every half minute while that is down. Whatever
 * happened before is fetched at every join.
 */
export function useLiveReport(id: string): void {
  const client = useQueryClient();
  const isPolling = useLinkState() !== "up";
  useRoom("campaign", id, () => void refreshReport(client, id));
  useEffect(() => {
    if (!isPolling) return undefined;
    const timer = setInterval(() => {
      if (focusManager.isFocused()) void refreshReport(client, id, { isPolling });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [client, id, isPolling]);
}
