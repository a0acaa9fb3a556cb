import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { STATS_KEY } from "./stats-data";
import { USAGE_STATS_KEYS } from "./usage/usage-data";

/** Minimum time between refetches of the metrics during sending. */
const FETCH_MS = 5000;

let isDue = false;

function scheduleFetch(client: QueryClient): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    for (const queryKey of [STATS_KEY, ...USAGE_STATS_KEYS]) void client.invalidateQueries({ queryKey });
  }, FETCH_MS);
}

export const homeEvents: EventMap = {
  "delivery.mailing.progressed": scheduleFetch,
  "campaigns.campaign.changed": scheduleFetch,
};
