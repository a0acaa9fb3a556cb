import type { EventMap } from "@/lib/socket/events";
import { applyActivity } from "./activity";
import { refreshBatches } from "./batches/batches-data";
import { configEvents, domainsMoved } from "./config/events";
import { exportFinished } from "./events/events-data";
import { OVERVIEW_KEY } from "./overview-data";

export const transactionalEvents: EventMap = {
  "transactional.activity.grew": applyActivity,
  "transactional.batch.finished": refreshBatches,
  "transactional.export.finished": exportFinished,
  ...configEvents,
  "senders.domain.changed": (client) => {
    void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    domainsMoved(client);
  },
};
