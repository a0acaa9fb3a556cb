import { describeChange, type RiseMeaning, type Share, type ShareChange } from "@/lib/share-change";
import type { PeriodMetrics } from "./stats-data";

export const SHOWN = ["sent", "delivered", "opened", "clicked", "bounced"] as const;
export type ShownMetric = (typeof SHOWN)[number];

/** Whether a rise is good; more sent email is neutral. */
const UP_IS: Readonly<Record<ShownMetric, RiseMeaning>> = {
  sent: "neutral",
  delivered: "good",
  opened: "good",
  clicked: "good",
  bounced: "bad",
};

export function shareOf(
  figures: PeriodMetrics,
  shown: ShownMetric,
  machines: "exclude" | "include" = "exclude",
): Share {
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

/** Change of a metric since the previous period. */
export function describeMetricChange(now: Share, previous: Share, shown: ShownMetric): ShareChange | undefined {
  return describeChange(now, previous, UP_IS[shown]);
}
