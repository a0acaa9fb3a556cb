const FIRST_MS = 2000;
/** Attempts come at longer and longer intervals, but never less often than this. */
const LONGEST_MS = 30_000;

/** Milliseconds before the next attempt after `failed` that failed; spread, so that not all clients come back together. */
export function retryDelayMs(failed: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** failed);
  return full * (0.75 + random() / 4);
}
