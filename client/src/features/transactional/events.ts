import type { EventMap } from "@/lib/socket/events";
import { applyActivity } from "./activity";
import { refreshBatches } from "./batches/batches-data";
import { configEvents, refreshTrxDomains } from "./config/events";
import { refreshEventExports } from "./events/events-data";
import { OVERVIEW_KEY } from "./overview-data";

export const transactionalEvents: EventMap = {
  "transactional.activity.grew": applyActivity,
  "transactional.batch.finished": refreshBatches,
  "transactional.export.finished": refreshEventExports,
  ...configEvents,
  "senders.domain.changed": (client) => {
    void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    refreshTrxDomains(client);
  },
};
