/** A line of a chart. Its colour does not depend on the vendor. */
export interface Series {
  /** Name of its values in a point. */
  readonly key: string;
  readonly label: string;
  /** Index in the chart palette. */
  readonly colour: 1 | 2 | 3 | 4 | 5 | 6;
}

import { formatDecimal } from "@/lib/decimals";
/** A period of time and its values by series. */
export interface Point {
  /** Start of the period in milliseconds. */
  readonly at: number;
  readonly values: Readonly<Record<string, number>>;
}

/** A labelled time. */
export interface LabelledTime {
  readonly at: number;
  readonly label: string;
}

const STEPS = [1, 2, 2.5, 5, 10] as const;

/** About `count` round values from zero to just above `most`. */
export function buildTicks(most: number, count = 4): readonly number[] {
  if (most <= 0) return [0, 1];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, (STEPS.find((one) => one * power >= rough) ?? 10) * power);
  const top = Math.ceil(most / step);
  return Array.from({ length: top + 1 }, (_, index) => index * step);
}

/** Formats an axis value: 12,500 becomes 12.5 k. */
export function formatShort(value: number): string {
  if (value < 10_000) return new Intl.NumberFormat("en-US").format(value);
  const [size, unit] = value >= 1_000_000 ? [1_000_000, "M"] : [1000, "k"];
  return `${formatDecimal(value / size, 0, 1)} ${unit}`;
}

/** Positions of labels at least `gap` apart, as close as possible to the wanted ones. */
export function spreadLabels(wanted: readonly number[], gap: number, most: number): readonly number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  order.forEach((index, place) => {
    const before = order[place - 1];
    if (before !== undefined) placed[index] = Math.max(placed[index] ?? 0, (placed[before] ?? 0) + gap);
  });
  const last = order.at(-1);
  const over = last === undefined ? 0 : Math.max(0, (placed[last] ?? 0) - most);
  return placed.map((one) => one - over);
}

/** CSV with a head row, for a spreadsheet. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) => {
    const text = String(value);
    // A value that a spreadsheet would run as a formula becomes text.
    const safe = /^[=+\-@\t\r]/.test(text) && typeof value === "string" ? `'${text}` : text;
    return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
}

const UNIT_MS = { minute: 60_000, hour: 3_600_000 } as const;

/**
 * Every period from `start` to `end`; those without a row are zero, because no activity in a campaign is a real zero.
 * Days are in the team's time zone. Its offset is fixed all year, so they are equally long.
 */
export function fillPeriods(
  rows: readonly Point[],
  keys: readonly string[],
  { start, end, unit }: { readonly start: number; readonly end: number; readonly unit: "minute" | "hour" | "day" },
): readonly Point[] {
  const stepMs = unit === "day" ? 24 * UNIT_MS.hour : UNIT_MS[unit];
  const byTime = new Map(rows.map((row) => [row.at, row]));
  const anchor = rows[0]?.at ?? start;
  const first = anchor - Math.max(0, Math.ceil((anchor - start) / stepMs)) * stepMs;
  const nothing = Object.fromEntries(keys.map((key) => [key, 0]));
  const count = Math.max(1, Math.floor((end - first) / stepMs) + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * stepMs;
    return byTime.get(at) ?? { at, values: nothing };
  });
}
