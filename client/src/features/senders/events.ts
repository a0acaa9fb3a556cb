import type { EventMap } from "@/lib/socket/events";
import { ORDERS_KEY } from "./buying-data";
import { DOMAIN_KEY, DOMAINS_KEY } from "./domains-data";
import { SENDERS_KEY } from "./senders-data";

export const sendersEvents: EventMap = {
  "senders.sender.changed": (client) => {
    void client.invalidateQueries({ queryKey: SENDERS_KEY });
  },
  "senders.domain.changed": (client) => {
    for (const queryKey of [DOMAINS_KEY, DOMAIN_KEY, SENDERS_KEY]) void client.invalidateQueries({ queryKey });
  },
  "senders.order.changed": (client) => {
    void client.invalidateQueries({ queryKey: ORDERS_KEY });
  },
};
