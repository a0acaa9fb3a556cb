import type { EventMap } from "@/lib/socket/events";
import { SENDERS_KEY } from "./senders-data";

export const sendersEvents: EventMap = {
  "senders.sender.changed": (client) => {
    void client.invalidateQueries({ queryKey: SENDERS_KEY });
  },
};
