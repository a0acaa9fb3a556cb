import type { EventMap } from "@/lib/socket/events";
import { ACTIVITY_KEY } from "./activity-data";

/** A new entry belongs at the top of a list whose size the reader has chosen, so the list is fetched again. */
export const activityEvents: EventMap = {
  "activity.entry.recorded": (client) => {
    void client.invalidateQueries({ queryKey: ACTIVITY_KEY });
  },
};
