import { useEffect, useEffectEvent } from "react";
import { useLinkState } from "./link";

/** How often a screen asks for itself while nothing can be pushed to it (ACT-56). */
export const POLL_MS = 20_000;

/** Calls `poll` at once and then now and again while the socket is lost, and never while it is up. */
export function usePolling(poll: () => Promise<void>): void {
  const isLost = useLinkState() === "lost";
  const ask = useEffectEvent(() => {
    // A call that fails is made again by the next tick; the banner says already that the connection is gone.
    poll().catch(() => undefined);
  });
  useEffect(() => {
    if (!isLost) return;
    ask();
    const timer = setInterval(() => ask(), POLL_MS);
    return () => clearInterval(timer);
  }, [isLost]);
}
