import { decimal, percentage } from "@/lib/decimals";
import { integer } from "@/lib/filters";
import type { Analytics, Figures } from "../shapes";

export const SHOWN = ["accepted", "delivered", "opened", "clicked", "bounced", "complained"] as const;
export type Shown = (typeof SHOWN)[number];

const UP_IS: Readonly<Record<Shown, "good" | "bad" | "neutral">> = {
  accepted: "neutral",
  delivered: "good",
  opened: "good",
  clicked: "good",
  bounced: "bad",
  complained: "bad",
};
/** A rate that moved less than this, in percentage points, stands still. */
const LEAST_POINTS = 0.05;

export interface Share {
  readonly part: number;
  /** What it is of; undefined for a plain number. */
  readonly whole: number | undefined;
}

/** What was handed to a mail server, whatever became of it. */
function handed({ sent, bounced, failed, inDoubt, returned }: Figures): number {
  // What came back later had been taken at first.
  return sent + bounced - returned + failed + inDoubt;
}

/** A figure with what it is of: what arrived and what bounced of what was handed over, the rest of what arrived. */
export function shareOf(figures: Figures, shown: Shown): Share {
  switch (shown) {
    case "accepted":
      return { part: figures.accepted, whole: undefined };
    case "delivered":
      return { part: figures.delivered, whole: handed(figures) };
    case "opened":
      return { part: figures.opened, whole: figures.delivered };
    case "clicked":
      return { part: figures.clicked, whole: figures.delivered };
    case "bounced":
      return { part: figures.bounced, whole: handed(figures) };
    case "complained":
      return { part: figures.complained, whole: figures.delivered };
  }
}

/** Whether a rate's base is the sent emails; the base of the others is the delivered ones. */
export function isOfSent(shown: Shown): boolean {
  return shown === "delivered" || shown === "bounced";
}

export interface Delta {
  readonly text: string;
  readonly direction: "up" | "down";
  readonly meaning: "good" | "bad" | "neutral";
}

/** How a figure moved against the former period: a number in percent of it, a rate in points. */
export function deltaOf(now: Share, before: Share, shown: Shown): Delta | undefined {
  let change: number;
  let text: string;
  if (now.whole === undefined || before.whole === undefined) {
    if (before.part === 0 || now.part === before.part) return undefined;
    change = (now.part / before.part - 1) * 100;
    const size = Math.abs(change);
    text = size >= 1000 ? `${integer(Math.round(size))}%` : percentage(size, 1);
  } else {
    if (now.whole === 0 || before.whole === 0) return undefined;
    change = (now.part / now.whole - before.part / before.whole) * 100;
    if (Math.abs(change) < LEAST_POINTS) return undefined;
    const size = Math.abs(change);
    text = `${decimal(size, size < 1 ? 2 : 1)} pt`;
  }
  const isUp = change > 0;
  const up = UP_IS[shown];
  return {
    text,
    direction: isUp ? "up" : "down",
    meaning: up === "neutral" ? "neutral" : isUp === (up === "good") ? "good" : "bad",
  };
}

/** All time without what was before the first mail. */
export function sinceFirst(analytics: Analytics): Analytics {
  const first = analytics.series.findIndex(({ figures }) => figures.accepted > 0 || figures.sent > 0);
  const start = analytics.series[first];
  return start ? { ...analytics, from: start.at, series: analytics.series.slice(first) } : analytics;
}
