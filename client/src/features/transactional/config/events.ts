import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { getResourceKeys, type Resource } from "./resource-queries";

function buildRefreshHandler(...nouns: readonly Resource[]) {
  return (client: QueryClient): void => {
    for (const queryKey of nouns.flatMap(getResourceKeys)) void client.invalidateQueries({ queryKey });
  };
}

/** Socket events that refresh the configuration screens. */
export const configEvents: EventMap = {
  "transactional.webhook.changed": buildRefreshHandler("webhooks"),
  "transactional.webhook.disabled": buildRefreshHandler("webhooks"),
  "transactional.webhook.posted": buildRefreshHandler("webhooks"),
};

/** Refreshes the domains after the status of one changed. */
export const refreshTrxDomains = buildRefreshHandler("domains");
