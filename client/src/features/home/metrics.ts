import { describeChange, type RiseMeaning, type Share, type ShareChange } from "@/lib/share-change";
import type { PeriodMetrics } from "./stats-data";

export const HOME_METRICS = ["sent", "delivered", "opened", "clicked", "bounced"] as const;
export type HomeMetric = (typeof HOME_METRICS)[number];

/** Whether a rise is good; more sent email is neutral. */
const RISE_MEANINGS: Readonly<Record<HomeMetric, RiseMeaning>> = {
  sent: "neutral",
  delivered: "good",
  opened: "good",
  clicked: "good",
  bounced: "bad",
};

export function getShare(
  figures: PeriodMetrics,
  shown: HomeMetric,
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
export function describeMetricChange(now: Share, previous: Share, shown: HomeMetric): ShareChange | undefined {
  return describeChange(now, previous, RISE_MEANINGS[shown]);
}
