import type { Query, QueryClient } from "@tanstack/react-query";
import { batchCalls } from "@/lib/batch-calls";
import type { EventMap } from "@/lib/socket/events";
import { ADMIN_PATH_PREFIX, PRESENCE_KEY, type Presence } from "./support-data";

/** All events within this time cause one fetch: a team that signs in together is one change. */
export const REFETCH_DELAY_MS = 200;

interface QueryInit {
  readonly params?: { readonly path?: Readonly<Record<string, string>> };
}

const batchRefetches = batchCalls(REFETCH_DELAY_MS);

/** Refetches the matching queries after a delay; `name` identifies the kind of change. */
function scheduleRefetch(client: QueryClient, name: string, matches: (query: Query) => boolean): void {
  batchRefetches(name, () => void client.invalidateQueries({ predicate: matches }));
}

function getPath({ queryKey }: Query): string {
  return String(queryKey[1] ?? "");
}

function isAdmin(query: Query): boolean {
  return getPath(query).startsWith(ADMIN_PATH_PREFIX);
}

/** Whether the query is about this team or this user, or is a list of many. */
function isAbout(
  query: Query,
  { teamId, userId }: { readonly teamId: string; readonly userId?: string | null },
): boolean {
  const { team_id: team, user_id: user } = (query.queryKey[2] as QueryInit | undefined)?.params?.path ?? {};
  if (team !== undefined) return team === teamId;
  return user === undefined || userId === null || user === userId;
}

/** Whether the response contains sessions or counts them. */
function hasSessions(query: Query): boolean {
  return isAdmin(query) && !/\/(activity|acts|operators)$/.test(getPath(query));
}

export const supportEvents: EventMap = {
  "support.act.recorded": (client) => scheduleRefetch(client, "acts", isAdmin),
  "identity.sessions.moved": (client, payload) =>
    scheduleRefetch(
      client,
      `sessions:${payload.teamId}:${payload.userId}`,
      (query) => hasSessions(query) && isAbout(query, payload),
    ),
  "activity.team.moved": (client, payload) =>
    scheduleRefetch(
      client,
      `activity:${payload.teamId}`,
      (query) => getPath(query).endsWith("/activity") && isAdmin(query) && isAbout(query, payload),
    ),
  "presence.sessions.changed": (client, payload) => {
    client.setQueryData<Presence>(PRESENCE_KEY, (before) =>
      before && before.revision > payload.revision
        ? before
        : { revision: payload.revision, sessions: payload.sessions },
    );
  },
};
