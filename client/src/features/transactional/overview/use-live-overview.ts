import { useQueryClient } from "@tanstack/react-query";
import { refreshEvents } from "../events/events-data";
import { OVERVIEW_KEY, useOverview } from "../overview-data";
import { useActivity } from "../pulse";
import { useOnActivity } from "../use-on-pulse";

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
