import { useEffect, useState } from "react";

function getSecondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}

/** Whole seconds until `moment` (milliseconds since the epoch), counting down to 0. */
export function useSecondsRemaining(moment: number): number {
  const [, setTick] = useState(0);
  const left = getSecondsUntil(moment);
  const isCounting = left > 0;
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return left;
}
