import type { QueryClient } from "@tanstack/react-query";
import { batchCalls } from "@/lib/batch-calls";
import type { EventMap } from "@/lib/socket/events";
import { STATS_KEY } from "./stats-data";
import { USAGE_STATS_KEYS } from "./usage/usage-data";

/** Minimum time between refetches of the metrics during sending. */
const MIN_FETCH_INTERVAL_MS = 5000;

const batchFetches = batchCalls(MIN_FETCH_INTERVAL_MS);

function scheduleFetch(client: QueryClient): void {
  batchFetches("metrics", () => {
    for (const queryKey of [STATS_KEY, ...USAGE_STATS_KEYS]) void client.invalidateQueries({ queryKey });
  });
}

export const homeEvents: EventMap = {
  "delivery.mailing.progressed": scheduleFetch,
  "campaigns.campaign.changed": scheduleFetch,
};
