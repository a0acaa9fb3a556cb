import { useQueryClient } from "@tanstack/react-query";
import { refreshEvents } from "../events/events-data";
import { OVERVIEW_KEY, useOverview } from "../overview-data";
import { usePulse } from "../pulse";
import { useOnPulse } from "../use-on-pulse";

/** How far the team is and what happened last, asked for anew at each word of its mail. */
export function useLiveOverview() {
  const client = useQueryClient();
  const { revision } = usePulse(() => void client.invalidateQueries({ queryKey: OVERVIEW_KEY }));
  useOnPulse(revision, 0, () => {
    void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    refreshEvents(client);
  });
  return useOverview();
}
