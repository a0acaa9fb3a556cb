/** Browser timing of one request. */
export type Timing = Pick<PerformanceResourceTiming, "name" | "startTime" | "duration" | "responseStatus">;

/** Statistics of one kind of API call since the page loaded, in milliseconds. */
export interface CallStats {
  /** Path without the query, with ids replaced by `{id}`. */
  readonly path: string;
  readonly count: number;
  readonly median: number;
  readonly slowest: number;
  readonly failed: number;
}

const ID_PATTERN = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{30,})$/i;

/**
 * Turns `/api/contacts/17?x=1` into `/api/contacts/{id}`. Groups similar calls and keeps ids and tokens out of a
 * report.
 */
export function getCallKind(address: string): string {
  return new URL(address, "http://app.invalid").pathname
    .split("/")
    .map((part) => (ID_PATTERN.test(part) ? "{id}" : part))
    .join("/");
}

function getMedian(sorted: readonly number[]): number {
  const half = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[half - 1], sorted[half]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** Statistics of the calls below `base`, largest total duration first. */
export function summarizeCalls(timings: readonly Timing[], base = "/api/"): readonly CallStats[] {
  const kinds = new Map<string, Timing[]>();
  for (const timing of timings) {
    const path = getCallKind(timing.name);
    if (!path.startsWith(base)) continue;
    kinds.set(path, [...(kinds.get(path) ?? []), timing]);
  }
  return [...kinds]
    .map(([path, calls]) => {
      const times = calls.map(({ duration }) => duration).sort((a, b) => a - b);
      return {
        path,
        count: calls.length,
        median: getMedian(times),
        slowest: times.at(-1) ?? 0,
        // The browser reports status 0 when it hides the real one, so 0 is not a failure.
        failed: calls.filter(({ responseStatus }) => responseStatus >= 400).length,
        total: times.reduce((sum, time) => sum + time, 0),
      };
    })
    .sort((a, b) => b.total - a.total)
    .map(({ total: _, ...figures }) => figures);
}
