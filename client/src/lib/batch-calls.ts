/**
 * Returns a function that calls `run` `delayMs` after its first call with `key`; further calls with that key until then
 * are dropped.
 */
export function batchCalls(delayMs: number): (key: string, run: () => void) => void {
  const scheduledKeys = new Set<string>();
  return (key, run) => {
    if (scheduledKeys.has(key)) return;
    scheduledKeys.add(key);
    setTimeout(() => {
      scheduledKeys.delete(key);
      run();
    }, delayMs);
  };
}
