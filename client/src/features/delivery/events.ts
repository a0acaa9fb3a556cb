import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { HEALTH_KEY, STATE_KEY } from "./health/health-data";

/** Minimum interval between two fetches while delivery events arrive. */
const FETCH_MS = 4000;

let isDue = false;

function fetchSoon(client: QueryClient): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    void client.invalidateQueries({ queryKey: HEALTH_KEY });
  }, FETCH_MS);
}

export const deliveryEvents: EventMap = {
  "delivery.mailing.progressed": fetchSoon,
  "delivery.sending.held": (client) => {
    void client.invalidateQueries({ queryKey: HEALTH_KEY });
    void client.invalidateQueries({ queryKey: STATE_KEY });
  },
};
