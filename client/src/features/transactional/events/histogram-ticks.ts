import { formatDate, getTimePattern } from "@/lib/dates";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Candidate distances of axis labels. The first one that needs at most MAX_TICKS labels is used. */
const DISTANCES_MS = [
  ...[5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 5, 10].map((days) => days * DAY_MS),
];
const MAX_TICKS = 7;
const OFFSET = /([+-])(\d{2}):(\d{2})/;

/** Label of the axis. */
export interface Tick {
  readonly index: number;
  readonly text: string;
}

/** Axis labels for bars that start at `begins`, at round times in the team's time zone. */
export function buildTicks(begins: readonly number[]): readonly Tick[] {
  const [first = 0, second = first] = begins;
  const step = second - first;
  const offsetMs = parseOffset(formatDate(first, "Z"));
  for (const distance of DISTANCES_MS) {
    if (distance <= step || distance % step !== 0) continue;
    const found = begins.flatMap((at, index) =>
      (at + offsetMs) % distance === 0 ? [{ index, text: formatTick(at, distance) }] : [],
    );
    if (found.length > 0 && found.length <= MAX_TICKS) return found;
  }
  const every = Math.max(1, Math.ceil(begins.length / MAX_TICKS));
  return begins.flatMap((at, index) => (index % every === 0 ? [{ index, text: formatTick(at, step) }] : []));
}

function formatTick(at: number, distance: number): string {
  return formatDate(at, distance >= DAY_MS ? "D MMM" : getTimePattern());
}

function parseOffset(text: string): number {
  const [, sign, hours, minutes] = OFFSET.exec(text) ?? [];
  const size = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS;
  return sign === "-" ? -size : size;
}
