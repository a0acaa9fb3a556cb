/** A page that never rests still gets to it. */
const MAX_WAIT_MS = 3000;
/** Where the browser does not say when it is idle. */
const QUIET_MS = 500;

/** Calls back once the page has been painted and the browser has nothing to do; returns how to stop that. */
export function whenIdle(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(run, QUIET_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run, { timeout: MAX_WAIT_MS });
  return () => window.cancelIdleCallback(handle);
}
