import type { EventMap } from "@/lib/socket/events";
import { meQuery, usageQuery } from "./me";
import { session } from "./session";

export const sessionEvents: EventMap = {
  "identity.session.ended": () => {
    session.send({ type: "expired" });
  },
  "identity.user.validated": (client) => {
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
  },
  // One counter says that the use of the plan moved; the others that follow from it come with the fetch.
  "plans.quota.changed": (client) => {
    void client.invalidateQueries({ queryKey: usageQuery.queryKey });
  },
};
