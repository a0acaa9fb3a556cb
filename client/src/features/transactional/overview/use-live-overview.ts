import { useQueryClient } from "@tanstack/react-query";
import { useActivity } from "../activity";
import { refreshEvents } from "../events/events-data";
import { OVERVIEW_KEY, useOverview } from "../overview-data";
import { useOnActivity } from "../use-on-activity";

/** Setup progress and latest events, refetched on every activity event. */
export function useLiveOverview() {
  const client = useQueryClient();
  const { revision } = useActivity(() => void client.invalidateQueries({ queryKey: OVERVIEW_KEY }));
  useOnActivity(revision, 0, () => {
    void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    refreshEvents(client);
  });
  return useOverview();
}
