import type { QueryClient } from "@tanstack/react-query";
import type { EventMap, EventPayload } from "@/lib/socket/events";
import { refreshReport } from "./refreshing";
import { type Figures, type Report, reportKey } from "./reports-data";

/** What is not in the event is fetched at most this often. */
const FETCH_MS = 3000;

const TOLD = [
  "revision",
  "recipients",
  "sent",
  "delivered",
  "failed",
  "hardBounced",
  "softBounced",
  "suppressed",
  "skipped",
  "inDoubt",
  "deferred",
  "opened",
  "opens",
  "machineOpens",
  "clicked",
  "clicks",
  "machineClicks",
  "unsubscribed",
  "complained",
] as const satisfies readonly (keyof Figures)[];

/** The figures with what the event says; the same ones where it is older or says less. */
export function mergeFigures(figures: Figures, payload: EventPayload): Figures {
  const told = TOLD.map((name) => [name, payload[name]] as const);
  if (told.some(([, value]) => typeof value !== "number")) return figures;
  const next = { ...figures, ...(Object.fromEntries(told) as Pick<Figures, (typeof TOLD)[number]>) };
  if (next.revision <= figures.revision) return figures;
  const leftOut = next.suppressed + next.skipped;
  const waiting = Math.max(0, next.recipients - next.sent - next.failed - next.inDoubt - leftOut);
  const retried = Math.min(next.retried, waiting);
  // Whom people and machines reached together is not told: at least whom people did.
  const anyOpened = Math.max(next.anyOpened, next.opened);
  const anyClicked = Math.max(next.anyClicked, next.clicked);
  return { ...next, anyOpened, anyClicked, waiting, retried, pending: waiting - retried };
}

const due = new Set<string>();

/** All other parts follow the figures, a few seconds later and together. */
function fetchSoon(client: QueryClient, id: string): void {
  if (due.has(id)) return;
  due.add(id);
  setTimeout(() => {
    due.delete(id);
    void refreshReport(client, id);
  }, FETCH_MS);
}

function mailingProgressed(client: QueryClient, payload: EventPayload): void {
  const { origin, originId } = payload;
  if (origin !== "campaign" || typeof originId !== "string") return;
  client.setQueriesData<Report>({ queryKey: reportKey("basic", originId) }, (report) =>
    // An A/B test has several mailings, and the event tells of one of them.
    report && report.parts.length === 0 ? { ...report, figures: mergeFigures(report.figures, payload) } : report,
  );
  fetchSoon(client, originId);
}

function campaignChanged(client: QueryClient, payload: EventPayload): void {
  const { campaignId, change } = payload;
  if (typeof campaignId !== "string" || change === "deleted") return;
  void client.invalidateQueries({ queryKey: reportKey("basic", campaignId) });
}

function fileChanged(client: QueryClient, { id }: EventPayload): void {
  if (typeof id === "string") void client.invalidateQueries({ queryKey: reportKey("files", id) });
}

export const reportsEvents: EventMap = {
  "delivery.mailing.progressed": mailingProgressed,
  "campaigns.campaign.changed": campaignChanged,
  "reports.file.changed": fileChanged,
};
