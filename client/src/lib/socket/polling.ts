import { useEffect, useEffectEvent } from "react";
import { useLinkState } from "./link";

/** Polling interval of a screen while the server cannot push to it (ACT-56). */
export const POLL_INTERVAL_MS = 20_000;

/** Calls `poll` immediately and then at intervals while the socket is lost, and never while it is up. */
export function usePolling(poll: () => Promise<void>): void {
  const isLost = useLinkState() === "lost";
  const ask = useEffectEvent(() => {
    // The next interval repeats a failed call, and the banner already reports the lost connection.
    poll().catch(() => undefined);
  });
  useEffect(() => {
    if (!isLost) return;
    ask();
    const timer = setInterval(() => ask(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isLost]);
}
