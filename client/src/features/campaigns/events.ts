import type { QueryClient } from "@tanstack/react-query";
import type { EventMap, EventPayload } from "@/lib/socket/events";
import {
  asStatus,
  type Campaign,
  type CampaignPage,
  type CampaignRow,
  campaignQuery,
  LIST_KEY,
  refreshCampaigns,
  TAGS_KEY,
} from "./campaigns-data";
import { addNews } from "./news";
import { linksAsked } from "./review-data";

function patchRows(client: QueryClient, id: string, change: (row: CampaignRow) => CampaignRow): boolean {
  let isListed = false;
  client.setQueriesData<CampaignPage>({ queryKey: LIST_KEY, exact: false }, (page) => {
    if (!page?.items.some((row) => row.id === id)) return page;
    isListed = true;
    return { ...page, items: page.items.map((row) => (row.id === id ? change(row) : row)) };
  });
  return isListed;
}

function isListed(client: QueryClient, id: string): boolean {
  const pages = client.getQueriesData<CampaignPage>({ queryKey: LIST_KEY });
  return pages.some(([, page]) => page?.items.some((row) => row.id === id));
}

/** A row changes where it stands; only a campaign that came or went changes the list itself. */
function campaignChanged(client: QueryClient, payload: EventPayload): void {
  const { campaignId: id, revision, title, change } = payload;
  const status = asStatus(String(payload.status));
  if (typeof id !== "string" || typeof revision !== "number" || !status) return;
  if (change === "created") {
    if (!isListed(client, id)) addNews(client);
    return;
  }
  if (change === "deleted") {
    if (isListed(client, id)) addNews(client);
    return;
  }
  patchRows(client, id, (row) =>
    row.revision >= revision ? row : { ...row, revision, status, name: typeof title === "string" ? title : row.name },
  );
  const known = client.getQueryData<Campaign>(campaignQuery(id).queryKey);
  if (known && known.revision < revision) void client.invalidateQueries({ queryKey: campaignQuery(id).queryKey });
  // Subject, sender and times are not in the event.
  if (change === "moved") void refreshCampaigns(client);
  else void client.invalidateQueries({ queryKey: LIST_KEY });
}

const FIGURES = ["recipients", "sent", "delivered", "opened", "clicked"] as const;

/** The newest figures of a campaign that is being sent, in its row. */
function mailingProgressed(client: QueryClient, payload: EventPayload): void {
  const { origin, originId } = payload;
  if (origin !== "campaign" || typeof originId !== "string") return;
  const told = FIGURES.map((name) => [name, Number(payload[name])] as const);
  if (told.some(([, value]) => !Number.isFinite(value))) return;
  const figures = Object.fromEntries(told) as Record<(typeof FIGURES)[number], number>;
  patchRows(client, originId, (row) => ({ ...row, figures }));
}

export const campaignsEvents: EventMap = {
  "campaigns.campaign.changed": campaignChanged,
  "campaigns.links.asked": linksAsked,
  "delivery.mailing.progressed": mailingProgressed,
  "contacts.field.changed": (client) => void client.invalidateQueries({ queryKey: TAGS_KEY }),
};
