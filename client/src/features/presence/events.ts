import type { EventMap } from "@/lib/socket/events";
import { storePresence } from "./presence-data";

export const presenceEvents: EventMap = {
  "presence.team.changed": storePresence,
};
