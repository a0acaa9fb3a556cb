/** Progress of an import at one time. */
export interface ProgressSample {
  readonly atMs: number;
  readonly done: number;
}

export interface ImportSpeed {
  readonly rowsPerSecond: number;
  readonly secondsLeft: number;
}

/** Long enough to even out chunks, short enough to follow a change of speed. */
export const SPEED_WINDOW_MS = 10_000;

/**
 * Adds a sample and removes those outside the window. If the window is empty, the last sample remains as its base. An
 * outdated sample changes nothing.
 */
export function addSample(samples: readonly ProgressSample[], sample: ProgressSample): readonly ProgressSample[] {
  const last = samples.at(-1);
  if (last && (sample.done < last.done || sample.atMs <= last.atMs)) return samples;
  const from = sample.atMs - SPEED_WINDOW_MS;
  const inside = samples.filter(({ atMs }) => atMs >= from);
  return [...(inside.length > 0 ? inside : samples.slice(-1)), sample];
}

/** Speed within the window and the remaining time; undefined without enough samples. */
export function computeSpeed(samples: readonly ProgressSample[], total: number): ImportSpeed | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.atMs <= first.atMs || last.done <= first.done) return undefined;
  const rowsPerSecond = ((last.done - first.done) * 1000) / (last.atMs - first.atMs);
  return { rowsPerSecond, secondsLeft: Math.max(0, total - last.done) / rowsPerSecond };
}
