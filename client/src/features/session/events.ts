import type { EventMap } from "@/lib/socket/events";
import { meQuery, usageQuery } from "./me";
import { session } from "./session";

export const sessionEvents: EventMap = {
  // "Signed out" was the user's choice in another tab of this browser; a dialog announces all other reasons (SESS-60).
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
  // One counter announces that the usage changed; the fetch also updates the other counters that depend on it.
  "plans.quota.changed": (client) => {
    void client.invalidateQueries({ queryKey: usageQuery.queryKey });
  },
};
