import type { Machines } from "./report-of";
import type { ReportFigures, ReportLink } from "./reports-data";

/** Recipients who opened and clicked, with or without bots. */
export function countReached(
  figures: ReportFigures,
  machines: Machines,
): { readonly opened: number; readonly clicked: number } {
  return machines === "include"
    ? { opened: figures.anyOpened, clicked: figures.anyClicked }
    : { opened: figures.opened, clicked: figures.clicked };
}

/** Recipients who clicked a link and their clicks, with or without bots. */
export function clicksOf(link: ReportLink, machines: Machines): { readonly people: number; readonly clicks: number } {
  return machines === "include"
    ? { people: link.anyClicked, clicks: link.clicks + link.machineClicks }
    : { people: link.clicked, clicks: link.clicks };
}
