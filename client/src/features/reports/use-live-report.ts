import { focusManager, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLinkState, useRoom } from "@/lib/socket/link";
import { refreshReport } from "./refresh-report";

/** Polling interval while the socket is down (REP-43). */
const POLL_MS = 30_000;

/**
 * Keeps the report on screen up to date: by socket events, or by polling while the socket is down. Joining the room
 * also refetches, which covers missed events.
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
