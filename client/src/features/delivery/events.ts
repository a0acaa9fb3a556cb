import { batchCalls } from "@/lib/batch-calls";
import type { EventMap } from "@/lib/socket/events";
import { HEALTH_KEY, PAUSE_STATE_KEY } from "./health/health-data";

/** Minimum interval between two fetches while delivery events arrive. */
const FETCH_MS = 4000;

const batchFetches = batchCalls(FETCH_MS);

export const deliveryEvents: EventMap = {
  "delivery.mailing.progressed": (client) =>
    batchFetches("health", () => void client.invalidateQueries({ queryKey: HEALTH_KEY })),
  "delivery.sending.held": (client) => {
    void client.invalidateQueries({ queryKey: HEALTH_KEY });
    void client.invalidateQueries({ queryKey: PAUSE_STATE_KEY });
  },
};
