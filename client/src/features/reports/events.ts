import type { QueryClient } from "@tanstack/react-query";
import { batchCalls } from "@/lib/batch-calls";
import type { EventMap, EventPayload } from "@/lib/socket/events";
import { refreshReport } from "./refresh-report";
import { type Report, type ReportMetrics, reportKey } from "./reports-data";

/** Minimum interval between two fetches of data that the event lacks. */
const FETCH_MS = 3000;

const EVENT_FIELDS = [
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
] as const satisfies readonly (keyof ReportMetrics)[];

type Progress = EventPayload<"delivery.mailing.progressed">;

/** Merges a progress event into the metrics. Returns the same object if the event is older. */
export function mergeMetrics(figures: ReportMetrics, payload: Progress): ReportMetrics {
  const eventFields = EVENT_FIELDS.map((name) => [name, payload[name]] as const);
  const next = {
    ...figures,
    ...(Object.fromEntries(eventFields) as Pick<ReportMetrics, (typeof EVENT_FIELDS)[number]>),
  };
  if (next.revision <= figures.revision) return figures;
  const leftOut = next.suppressed + next.skipped;
  const waiting = Math.max(0, next.recipients - next.sent - next.failed - next.inDoubt - leftOut);
  const retried = Math.min(next.retried, waiting);
  // The event lacks the union of people and bots; it is at least the number of people.
  const anyOpened = Math.max(next.anyOpened, next.opened);
  const anyClicked = Math.max(next.anyClicked, next.clicked);
  return { ...next, anyOpened, anyClicked, waiting, retried, pending: waiting - retried };
}

const batchFetches = batchCalls(FETCH_MS);

/** Fetches the remaining parts. */
function scheduleFetch(client: QueryClient, id: string): void {
  batchFetches(id, () => void refreshReport(client, id));
}

function applyMailingProgress(client: QueryClient, payload: Progress): void {
  const { origin, originId } = payload;
  if (origin !== "campaign") return;
  client.setQueriesData<Report>({ queryKey: reportKey("basic", originId) }, (report) =>
    // An A/B test has several mailings and the event covers only one.
    report && report.parts.length === 0 ? { ...report, figures: mergeMetrics(report.figures, payload) } : report,
  );
  scheduleFetch(client, originId);
}

function refreshCampaignReport(
  client: QueryClient,
  { campaignId, change }: EventPayload<"campaigns.campaign.changed">,
): void {
  if (change === "deleted") return;
  void client.invalidateQueries({ queryKey: reportKey("basic", campaignId) });
}

function refreshReportFiles(client: QueryClient, { id }: EventPayload<"reports.file.changed">): void {
  void client.invalidateQueries({ queryKey: reportKey("files", id) });
}

export const reportsEvents: EventMap = {
  "delivery.mailing.progressed": applyMailingProgress,
  "campaigns.campaign.changed": refreshCampaignReport,
  "reports.file.changed": refreshReportFiles,
};
