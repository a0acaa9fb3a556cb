import { describeChange, type RiseMeaning, type Share, type ShareChange } from "@/lib/share-change";
import type { Analytics, TrxMetrics } from "../shapes";

export const DISPLAYED_METRICS = ["accepted", "delivered", "opened", "clicked", "bounced", "complained"] as const;
export type DisplayedMetric = (typeof DISPLAYED_METRICS)[number];

const RISE_MEANINGS: Readonly<Record<DisplayedMetric, RiseMeaning>> = {
  accepted: "neutral",
  delivered: "good",
  opened: "good",
  clicked: "good",
  bounced: "bad",
  complained: "bad",
};

/** Messages submitted to a receiving server, with any outcome. */
function countSubmitted({ sent, bounced, failed, inDoubt, returned }: TrxMetrics): number {
  // A returned message counts twice: accepted as sent first, then as bounced.
  return sent + bounced - returned + failed + inDoubt;
}

/** A metric with its base: submitted messages for delivered and bounced, delivered messages for the others. */
export function getShare(figures: TrxMetrics, shown: DisplayedMetric): Share {
  switch (shown) {
    case "accepted":
      return { part: figures.accepted, whole: undefined };
    case "delivered":
      return { part: figures.delivered, whole: countSubmitted(figures) };
    case "opened":
      return { part: figures.opened, whole: figures.delivered };
    case "clicked":
      return { part: figures.clicked, whole: figures.delivered };
    case "bounced":
      return { part: figures.bounced, whole: countSubmitted(figures) };
    case "complained":
      return { part: figures.complained, whole: figures.delivered };
  }
}

/** Whether a rate's base is the submitted messages; the base of the others is the delivered ones. */
export function isShareOfSubmitted(shown: DisplayedMetric): boolean {
  return shown === "delivered" || shown === "bounced";
}

/** The change of a figure since the previous period. */
export function getShareChange(now: Share, previous: Share, shown: DisplayedMetric): ShareChange | undefined {
  return describeChange(now, previous, RISE_MEANINGS[shown]);
}

/** Statistics of "all time", without the period before the first message. */
export function trimBeforeFirstMessage(analytics: Analytics): Analytics {
  const first = analytics.series.findIndex(({ figures }) => figures.accepted > 0 || figures.sent > 0);
  const start = analytics.series[first];
  return start ? { ...analytics, from: start.at, series: analytics.series.slice(first) } : analytics;
}
