import type { EventMap } from "@/lib/socket/events";
import { takePresence } from "./presence-data";

export const presenceEvents: EventMap = {
  "presence.team.changed": takePresence,
};
