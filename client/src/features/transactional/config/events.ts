import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { keysOf, type Noun } from "./asking";

function stale(...nouns: readonly Noun[]) {
  return (client: QueryClient): void => {
    for (const queryKey of nouns.flatMap(keysOf)) void client.invalidateQueries({ queryKey });
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
