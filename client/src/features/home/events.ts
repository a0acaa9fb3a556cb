import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { STATS_KEY } from "./stats-data";
import { USAGE_STATS_KEYS } from "./usage/usage-data";

/** Minimum time between refetches of the metrics during sending. */
const MIN_FETCH_INTERVAL_MS = 5000;

let isFetchScheduled = false;

function scheduleFetch(client: QueryClient): void {
  if (isFetchScheduled) return;
  isFetchScheduled = true;
  setTimeout(() => {
    isFetchScheduled = false;
    for (const queryKey of [STATS_KEY, ...USAGE_STATS_KEYS]) void client.invalidateQueries({ queryKey });
  }, MIN_FETCH_INTERVAL_MS);
}

export const homeEvents: EventMap = {
  "delivery.mailing.progressed": scheduleFetch,
  "campaigns.campaign.changed": scheduleFetch,
};
