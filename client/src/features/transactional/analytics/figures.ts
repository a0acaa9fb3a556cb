import { describeChange, type RiseMeaning, type Share, type ShareChange } from "@/lib/share-change";
import type { Analytics, TrxFigures } from "../shapes";

export const SHOWN = ["accepted", "delivered", "opened", "clicked", "bounced", "complained"] as const;
export type ShownFigure = (typeof SHOWN)[number];

const UP_IS: Readonly<Record<ShownFigure, RiseMeaning>> = {
  accepted: "neutral",
  delivered: "good",
  opened: "good",
  clicked: "good",
  bounced: "bad",
  complained: "bad",
};

/** Messages submitted to a receiving server, with any outcome. */
function countSubmitted({ sent, bounced, failed, inDoubt, returned }: TrxFigures): number {
  // A returned message counts twice: accepted as sent first, then as bounced.
  return sent + bounced - returned + failed + inDoubt;
}

/** A metric with its base: submitted messages for delivered and bounced, delivered messages for the others. */
export function shareOf(figures: TrxFigures, shown: ShownFigure): Share {
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
export function isOfSent(shown: ShownFigure): boolean {
  return shown === "delivered" || shown === "bounced";
}

/** The change of a figure since the previous period. */
export function changeOf(now: Share, previous: Share, shown: ShownFigure): ShareChange | undefined {
  return describeChange(now, previous, UP_IS[shown]);
}

/** Statistics of "all time", without the period before the first message. */
export function sinceFirstMessage(analytics: Analytics): Analytics {
  const first = analytics.series.findIndex(({ figures }) => figures.accepted > 0 || figures.sent > 0);
  const start = analytics.series[first];
  return start ? { ...analytics, from: start.at, series: analytics.series.slice(first) } : analytics;
}
