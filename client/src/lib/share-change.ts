import { formatDecimal, formatPercentage } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";

/** Rates that differ by less, in percentage points, count as equal. */
const MIN_CHANGE_POINTS = 0.05;

export interface Share {
  readonly part: number;
  /** Base of a rate; undefined for a plain number. */
  readonly whole: number | undefined;
}

export type RiseMeaning = "good" | "bad" | "neutral";

export interface ShareChange {
  readonly text: string;
  readonly direction: "up" | "down";
  readonly meaning: RiseMeaning;
}

/** Change since the previous period: of a number in percent, of a rate in percentage points. */
export function describeChange(now: Share, previous: Share, rise: RiseMeaning): ShareChange | undefined {
  let change: number;
  let text: string;
  if (now.whole === undefined || previous.whole === undefined) {
    if (previous.part === 0 || now.part === previous.part) return undefined;
    change = (now.part / previous.part - 1) * 100;
    const size = Math.abs(change);
    text = size >= 1000 ? `${formatInteger(Math.round(size))}%` : formatPercentage(size, 1);
  } else {
    if (now.whole === 0 || previous.whole === 0) return undefined;
    change = (now.part / now.whole - previous.part / previous.whole) * 100;
    if (Math.abs(change) < MIN_CHANGE_POINTS) return undefined;
    const size = Math.abs(change);
    text = `${formatDecimal(size, size < 1 ? 2 : 1)} pt`;
  }
  const isUp = change > 0;
  const meaning = rise === "neutral" ? "neutral" : isUp === (rise === "good") ? "good" : "bad";
  return { text, direction: isUp ? "up" : "down", meaning };
}
