import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { HEALTH_KEY, PAUSE_STATE_KEY } from "./health/health-data";

/** Minimum interval between two fetches while delivery events arrive. */
const FETCH_MS = 4000;

let isFetchScheduled = false;

function scheduleFetch(client: QueryClient): void {
  if (isFetchScheduled) return;
  isFetchScheduled = true;
  setTimeout(() => {
    isFetchScheduled = false;
    void client.invalidateQueries({ queryKey: HEALTH_KEY });
  }, FETCH_MS);
}

export const deliveryEvents: EventMap = {
  "delivery.mailing.progressed": scheduleFetch,
  "delivery.sending.held": (client) => {
    void client.invalidateQueries({ queryKey: HEALTH_KEY });
    void client.invalidateQueries({ queryKey: PAUSE_STATE_KEY });
  },
};
