import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { STATS_KEY } from "./stats-data";
import { USAGE_STATS_KEYS } from "./usage/usage-data";

/** While mail is being sent the figures are fetched at most this often. */
const FETCH_MS = 5000;

let isDue = false;

function fetchSoon(client: QueryClient): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    void client.invalidateQueries({ queryKey: STATS_KEY });
    void client.invalidateQueries({ queryKey: USAGE_STATS_KEYS });
  }, FETCH_MS);
}

export const homeEvents: EventMap = {
  "delivery.mailing.progressed": fetchSoon,
  "campaigns.campaign.changed": fetchSoon,
};
