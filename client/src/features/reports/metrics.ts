import type { BotMode } from "./report-ref";
import type { ReportLink, ReportMetrics } from "./reports-data";

/** Recipients who opened and clicked, with or without bots. */
export function countReached(
  figures: ReportMetrics,
  machines: BotMode,
): { readonly opened: number; readonly clicked: number } {
  return machines === "include"
    ? { opened: figures.anyOpened, clicked: figures.anyClicked }
    : { opened: figures.opened, clicked: figures.clicked };
}

/** Recipients who clicked a link and their clicks, with or without bots. */
export function countClicks(link: ReportLink, machines: BotMode): { readonly people: number; readonly clicks: number } {
  return machines === "include"
    ? { people: link.anyClicked, clicks: link.clicks + link.machineClicks }
    : { people: link.clicked, clicks: link.clicks };
}
