import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Runs `run` after each word of the team's mail, at most once in `leastMs`: however fast they come, none waits longer than
 * that.
 */
export function useOnPulse(revision: number, leastMs: number, run: () => void): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAt = useRef(0);
  const runNow = useEffectEvent(run);
  useEffect(() => {
    if (revision === 0 || waiting.current !== undefined) return;
    const since = Date.now() - lastAt.current;
    waiting.current = setTimeout(
      () => {
        waiting.current = undefined;
        lastAt.current = Date.now();
        runNow();
      },
      Math.max(0, leastMs - since),
    );
  }, [revision, leastMs]);
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
      waiting.current = undefined;
    },
    [],
  );
}
