import type { QueryClient } from "@tanstack/react-query";
import type { EventMap, EventPayload } from "@/lib/socket/events";
import { comparisonKey, refreshTest, scheduleComparisonFetch, testQuery } from "./ab/ab-events";
import {
  AB_LIST_KEY,
  type Campaign,
  type CampaignPage,
  type CampaignRow,
  campaignQuery,
  LIST_KEY,
  refreshCampaigns,
  tagsQuery,
} from "./campaigns-data";
import { addPendingUpdate } from "./pending-updates";
import { applyLinkCheck } from "./review-data";
import { CALENDAR_KEY } from "./schedule-data";

function updateRows(client: QueryClient, id: string, change: (row: CampaignRow) => CampaignRow): boolean {
  let isListed = false;
  for (const queryKey of [LIST_KEY, AB_LIST_KEY]) {
    client.setQueriesData<CampaignPage>({ queryKey, exact: false }, (page) => {
      if (!page?.items?.some((row) => row.id === id)) return page;
      isListed = true;
      return { ...page, items: page.items.map((row) => (row.id === id ? change(row) : row)) };
    });
  }
  return isListed;
}

function isListed(client: QueryClient, id: string): boolean {
  const pages = [LIST_KEY, AB_LIST_KEY].flatMap((queryKey) => client.getQueriesData<CampaignPage>({ queryKey }));
  return pages.some(([, page]) => page?.items.some((row) => row.id === id));
}

/** Updates the row in place. Only a created or deleted campaign changes the list itself. */
function onCampaignChanged(client: QueryClient, payload: EventPayload<"campaigns.campaign.changed">): void {
  const { campaignId: id, revision, status, title, change } = payload;
  if (change === "created" || change === "deleted") void client.invalidateQueries({ queryKey: CALENDAR_KEY });
  if (change === "created") {
    if (!isListed(client, id)) addPendingUpdate(client);
    return;
  }
  if (change === "deleted") {
    if (isListed(client, id)) addPendingUpdate(client);
    return;
  }
  updateRows(client, id, (row) => (row.revision >= revision ? row : { ...row, revision, status, name: title }));
  const cachedCampaign = client.getQueryData<Campaign>(campaignQuery(id).queryKey);
  if (cachedCampaign && cachedCampaign.revision < revision)
    void client.invalidateQueries({ queryKey: campaignQuery(id).queryKey });
  void client.invalidateQueries({ queryKey: CALENDAR_KEY });
  // The event lacks subject, sender and times.
  if (change === "moved") void refreshCampaigns(client);
  else void client.invalidateQueries({ queryKey: payload.kind === "abTest" ? AB_LIST_KEY : LIST_KEY });
  if (payload.kind === "abTest") refreshTest(client, id, revision);
}

const METRICS = ["recipients", "sent", "delivered", "opened", "clicked"] as const;

/** Writes the metrics of a campaign in progress into its row. */
function onMailingProgressed(client: QueryClient, payload: EventPayload<"delivery.mailing.progressed">): void {
  const { origin, originId } = payload;
  if (origin !== "campaign") return;
  const figures = Object.fromEntries(METRICS.map((name) => [name, payload[name]])) as Record<
    (typeof METRICS)[number],
    number
  >;
  updateRows(client, originId, (row) => ({ ...row, figures }));
  scheduleComparisonFetch(client, originId);
}

/** Refetches the test when its winner is chosen. */
function onWinnerChosen(client: QueryClient, { campaignId }: EventPayload<"campaigns.winner.chosen">): void {
  void client.invalidateQueries({ queryKey: testQuery(campaignId).queryKey });
  void client.invalidateQueries({ queryKey: comparisonKey(campaignId) });
  void client.invalidateQueries({ queryKey: AB_LIST_KEY });
}

export const campaignsEvents: EventMap = {
  "campaigns.campaign.changed": onCampaignChanged,
  "campaigns.links.asked": applyLinkCheck,
  "campaigns.winner.chosen": onWinnerChosen,
  "delivery.mailing.progressed": onMailingProgressed,
  "contacts.field.changed": (client) => void client.invalidateQueries({ queryKey: tagsQuery.queryKey }),
};
