import type { Machines } from "./report-of";
import type { Figures, ReportLink } from "./reports-data";

/** Who opened and who clicked, people alone or everybody: what the switch for machines says. */
export function reached(figures: Figures, machines: Machines): { readonly opened: number; readonly clicked: number } {
  return machines === "include"
    ? { opened: figures.anyOpened, clicked: figures.anyClicked }
    : { opened: figures.opened, clicked: figures.clicked };
}

/** Who clicked a link, and how often, by the same switch. */
export function clicksOf(link: ReportLink, machines: Machines): { readonly people: number; readonly clicks: number } {
  return machines === "include"
    ? { people: link.anyClicked, clicks: link.clicks + link.machineClicks }
    : { people: link.clicked, clicks: link.clicks };
}
