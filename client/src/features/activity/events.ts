import type { EventMap } from "@/lib/socket/events";
import { ACTIVITY_KEY } from "./activity-data";

/** The reader chose the length of the list and a new entry goes to its top, so the list is refetched. */
export const activityEvents: EventMap = {
  "activity.entry.recorded": (client) => {
    void client.invalidateQueries({ queryKey: ACTIVITY_KEY });
  },
};
