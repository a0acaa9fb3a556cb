const INITIAL_DELAY_MS = 2000;
/** Maximum delay; delays grow up to it. */
const MAX_DELAY_MS = 30_000;

/**
 * Milliseconds before the next attempt after `failed` failures; jittered, so that clients do not all return together.
 */
export function retryDelayMs(failed: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** failed);
  return full * (0.75 + random() / 4);
}
