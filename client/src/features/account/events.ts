import type { QueryClient } from "@tanstack/react-query";
import { meQuery } from "@/features/session/public";
import type { EventMap } from "@/lib/socket/events";
import { profileQuery, sessionsQuery, settingsQuery, twoFactorQuery } from "./account-queries";

function refetchSessions(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

export const accountEvents: EventMap = {
  "identity.session.opened": refetchSessions,
  "identity.sessions.changed": refetchSessions,
  "identity.user.changed": (client) => {
    for (const { queryKey } of [meQuery, profileQuery, twoFactorQuery]) void client.invalidateQueries({ queryKey });
  },
  // The event contains all settings; `me` and the user's own second factor depend on them.
  "teams.settings.changed": (client, payload) => {
    client.setQueryData(settingsQuery.queryKey, (old: object | undefined) => (old ? { ...old, ...payload } : old));
    for (const { queryKey } of [meQuery, twoFactorQuery]) void client.invalidateQueries({ queryKey });
  },
};
