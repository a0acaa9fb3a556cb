import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { keysOf, type Resource } from "./resource-queries";

function stale(...nouns: readonly Resource[]) {
  return (client: QueryClient): void => {
    for (const queryKey of nouns.flatMap(keysOf)) void client.invalidateQueries({ queryKey });
  };
}

/** Socket events that refresh the configuration screens. */
export const configEvents: EventMap = {
  "transactional.webhook.changed": stale("webhooks"),
  "transactional.webhook.disabled": stale("webhooks"),
  "transactional.webhook.posted": stale("webhooks"),
};

/** Refreshes the domains after the status of one changed. */
export const domainsMoved = stale("domains");
