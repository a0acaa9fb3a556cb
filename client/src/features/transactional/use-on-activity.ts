import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Calls `run` after activity events, at most once per `minIntervalMs`, and never later than that. With `quietMs`, the last
 * event of a burst waits at most that long.
 */
export function useOnActivity(
  revision: number,
  minIntervalMs: number,
  run: () => void,
  quietMs: number = Number.POSITIVE_INFINITY,
): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAt = useRef(0);
  const runNow = useEffectEvent(run);
  useEffect(() => {
    if (revision === 0) return;
    const leftMs = Math.max(0, lastAt.current + minIntervalMs - Date.now());
    // Another event must not delay a call that is already due.
    if (waiting.current !== undefined && leftMs === 0) return;
    clearTimeout(waiting.current);
    waiting.current = setTimeout(
      () => {
        waiting.current = undefined;
        lastAt.current = Date.now();
        runNow();
      },
      Math.min(leftMs, quietMs),
    );
  }, [revision, minIntervalMs, quietMs]);
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
      waiting.current = undefined;
    },
    [],
  );
}
