import type { EventMap } from "@/lib/socket/events";
import { meQuery, usageQuery } from "./me";
import { session } from "./session";

export const sessionEvents: EventMap = {
  // Signed out elsewhere is an end by choice of the same browser; all else is told by a dialog (SESS-60).
  "identity.session.ended": (_client, { reason }) => {
    if (reason === "signed-out") session.send({ type: "endedElsewhere", ending: "signedOut" });
    else session.send({ type: "forcedOut" });
  },
  "identity.user.validated": (client) => {
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
  },
  "plans.quota.reached": (client) => {
    void client.invalidateQueries({ queryKey: usageQuery.queryKey });
  },
  // One counter says that the use of the plan moved; the others that follow from it come with the fetch.
  "plans.quota.changed": (client) => {
    void client.invalidateQueries({ queryKey: usageQuery.queryKey });
  },
};
