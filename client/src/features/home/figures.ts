import { decimal, percentage } from "@/lib/decimals";
import { integer } from "@/lib/filters";
import type { PeriodFigures } from "./stats-data";

export const SHOWN = ["sent", "delivered", "opened", "clicked", "bounced"] as const;
export type Shown = (typeof SHOWN)[number];

/** Whether more of it is good; more mail is neither. */
const UP_IS: Readonly<Record<Shown, "good" | "bad" | "neutral">> = {
  sent: "neutral",
  delivered: "good",
  opened: "good",
  clicked: "good",
  bounced: "bad",
};
/** A rate that moved less than this, in percentage points, stands still. */
const LEAST_POINTS = 0.05;

export interface Share {
  readonly part: number;
  /** What it is of; undefined for a plain number. */
  readonly whole: number | undefined;
}

export function shareOf(figures: PeriodFigures, shown: Shown, machines: "exclude" | "include" = "exclude"): Share {
  const isAnybody = machines === "include";
  const handed = figures.sent + figures.failed + figures.inDoubt;
  switch (shown) {
    case "sent":
      return { part: figures.sent, whole: undefined };
    case "delivered":
      return { part: figures.delivered, whole: handed };
    case "opened":
      return { part: isAnybody ? figures.anyOpened : figures.opened, whole: figures.delivered };
    case "clicked":
      return { part: isAnybody ? figures.anyClicked : figures.clicked, whole: figures.delivered };
    case "bounced":
      return { part: figures.hardBounced + figures.softBounced, whole: handed };
  }
}

export interface Delta {
  readonly text: string;
  readonly direction: "up" | "down";
  readonly meaning: "good" | "bad" | "neutral";
}

function percentOf({ part, whole }: Share): number | undefined {
  return whole ? (part / whole) * 100 : undefined;
}

/** How a figure moved against the former period: a number in percent of it, a rate in points. */
export function deltaOf(now: Share, before: Share, shown: Shown): Delta | undefined {
  let change: number;
  let text: string;
  if (now.whole === undefined) {
    if (before.part === 0 || now.part === before.part) return undefined;
    change = (now.part / before.part - 1) * 100;
    const size = Math.abs(change);
    text = size >= 1000 ? `${integer(Math.round(size))}%` : percentage(size, 1);
  } else {
    const [a, b] = [percentOf(now), percentOf(before)];
    if (a === undefined || b === undefined || Math.abs(a - b) < LEAST_POINTS) return undefined;
    change = a - b;
    const size = Math.abs(change);
    text = `${decimal(size, size < 1 ? 2 : 1)} pt`;
  }
  const isUp = change > 0;
  const up = UP_IS[shown];
  const meaning = up === "neutral" ? "neutral" : isUp === (up === "good") ? "good" : "bad";
  return { text, direction: isUp ? "up" : "down", meaning };
}
