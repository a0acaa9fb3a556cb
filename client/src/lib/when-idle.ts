/** Upper bound for pages that are never idle. */
const MAX_WAIT_MS = 3000;
/** Delay where the browser does not report when it is idle. */
const FALLBACK_DELAY_MS = 500;

/** Calls back once the page is painted and the browser is idle; returns a function that cancels it. */
export function runWhenIdle(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(run, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run, { timeout: MAX_WAIT_MS });
  return () => window.cancelIdleCallback(handle);
}
