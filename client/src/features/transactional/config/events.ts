import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { keyOf, type Noun } from "./asking";

function stale(...nouns: readonly Noun[]) {
  return (client: QueryClient): void => {
    for (const noun of nouns) void client.invalidateQueries({ queryKey: keyOf(noun) });
  };
}

/** What events make of the configuration screens. */
export const configEvents: EventMap = {
  "transactional.webhook.changed": stale("webhooks"),
  "transactional.webhook.disabled": stale("webhooks"),
  "transactional.webhook.posted": stale("webhooks"),
};

/** A domain of the team has moved to another state. */
export const domainsMoved = stale("domains");
