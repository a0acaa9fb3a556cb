import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Runs `run` after each word of the team's mail, at most once in `leastMs`: however fast they come, none waits longer than
 * that. With `settledMs` the last of a rush waits no longer than that for another one.
 */
export function useOnPulse(
  revision: number,
  leastMs: number,
  run: () => void,
  settledMs: number = Number.POSITIVE_INFINITY,
): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAt = useRef(0);
  const runNow = useEffectEvent(run);
  useEffect(() => {
    if (revision === 0) return;
    const leftMs = Math.max(0, lastAt.current + leastMs - Date.now());
    // The next message does not delay a call that is due now.
    if (waiting.current !== undefined && leftMs === 0) return;
    clearTimeout(waiting.current);
    waiting.current = setTimeout(
      () => {
        waiting.current = undefined;
        lastAt.current = Date.now();
        runNow();
      },
      Math.min(leftMs, settledMs),
    );
  }, [revision, leastMs, settledMs]);
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
      waiting.current = undefined;
    },
    [],
  );
}
