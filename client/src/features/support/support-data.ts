import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";
import { useRoom } from "@/lib/socket/link";

export type Team = components["schemas"]["AdminTeamOut"];
export type TeamDetail = components["schemas"]["AdminTeamDetailOut"];
export type TeamMember = components["schemas"]["AdminMemberOut"];
export type LiveSession = components["schemas"]["AdminSessionOut"];
export type AdminUser = components["schemas"]["AdminUserOut"];
export type UserDetail = components["schemas"]["AdminUserDetailOut"];
export type AuditEntry = components["schemas"]["AuditEntryOut"];
export type AuditEntryKind = components["schemas"]["AuditEntryKind"];

/** Path prefix of all console queries. */
export const ADMIN_PATH_PREFIX = "/api/admin/";
/** The room of the whole audit log. */
const AUDIT_LOG_ID = "00000000-0000-0000-0000-000000000000";
const KEEP_PREVIOUS_DATA = { placeholderData: keepPreviousData };

export const TEAM_STATES = ["normal", "suspended", "locked", "expired"] as const;
export const USER_STATES = ["locked", "operator", "unvalidated"] as const;
export const AUDIT_ENTRY_KINDS = [
  "session.ended",
  "user.sessionsEnded",
  "team.sessionsEnded",
  "team.suspended",
  "team.restored",
  "team.sendingResumed",
  "user.locked",
  "user.unlocked",
  "user.codesCleared",
  "operator.given",
  "operator.taken",
  "pool.created",
  "pool.renamed",
  "pool.removed",
  "pool.used",
  "pool.released",
  "relay.added",
  "relay.changed",
  "relay.removed",
] as const satisfies readonly AuditEntryKind[];

/** Fields that lists of sessions can be sorted by. */
export const SESSION_SORTS = ["lastSeenAt", "createdAt"];

interface ListRequest {
  readonly page: number;
  readonly size: number;
  readonly sort?: string | undefined;
  readonly search?: string | undefined;
}

export interface AuditLogFilters {
  readonly team?: string | undefined;
  readonly user?: string | undefined;
  readonly operator?: string | undefined;
  readonly kind?: AuditEntryKind | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Removes undefined and empty values from a query. */
export function omitEmpty<Query extends object>(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== "")) as Query;
}

function findValue<Value extends string>(known: readonly Value[], text: string | undefined): Value | undefined {
  return known.find((value) => value === text);
}

function listParams({ page, size, sort, search }: ListRequest) {
  return omitEmpty({ page, size, sort, search });
}

export function useTeams({ filter, ...wanted }: ListRequest & { readonly filter: string | undefined }) {
  const params = { query: omitEmpty({ ...listParams(wanted), state: findValue(TEAM_STATES, filter) }) };
  return useQuery(query("get", "/api/admin/teams", { params }, KEEP_PREVIOUS_DATA));
}

export function useTeam(id: string) {
  return useQuery(query("get", "/api/admin/teams/{team_id}", { params: { path: { team_id: id } } }));
}

export function useTeamMembers(id: string, wanted: ListRequest) {
  const params = { path: { team_id: id }, query: listParams(wanted) };
  return useQuery(query("get", "/api/admin/teams/{team_id}/members", { params }, KEEP_PREVIOUS_DATA));
}

export function useTeamSessions(id: string, wanted: ListRequest) {
  const params = { path: { team_id: id }, query: listParams(wanted) };
  return useQuery(query("get", "/api/admin/teams/{team_id}/sessions", { params }, KEEP_PREVIOUS_DATA));
}

export function useTeamActivity(id: string, size: number) {
  const params = { path: { team_id: id }, query: { size } };
  return useQuery(query("get", "/api/admin/teams/{team_id}/activity", { params }, KEEP_PREVIOUS_DATA));
}

export function useUsers({ filter, ...wanted }: ListRequest & { readonly filter: string | undefined }) {
  const params = { query: omitEmpty({ ...listParams(wanted), state: findValue(USER_STATES, filter) }) };
  return useQuery(query("get", "/api/admin/users", { params }, KEEP_PREVIOUS_DATA));
}

export function useUser(id: string) {
  return useQuery(query("get", "/api/admin/users/{user_id}", { params: { path: { user_id: id } } }));
}

export function useUserSessions(id: string, wanted: ListRequest) {
  const params = { path: { user_id: id }, query: listParams(wanted) };
  return useQuery(query("get", "/api/admin/users/{user_id}/sessions", { params }, KEEP_PREVIOUS_DATA));
}

export function useAuditLog(wanted: ListRequest, filters: AuditLogFilters) {
  const params = { query: omitEmpty({ ...listParams(wanted), ...filters }) };
  return useQuery(query("get", "/api/admin/acts", { params }, KEEP_PREVIOUS_DATA));
}

export function useOperators() {
  return useQuery(query("get", "/api/admin/operators"));
}

/** What a browser shows: the screen by the name of its route. */
export interface BrowserScreen {
  readonly sessionId: string;
  readonly screen: string;
  readonly since: string;
  readonly lastSeenAt: string;
}

export interface Presence {
  readonly revision: number;
  readonly sessions: readonly BrowserScreen[];
}

/** Written only by the event handlers, for the watched team. */
export const PRESENCE_KEY = ["support", "presence"] as const;

/** What each connected session shows, by its id; undefined until the server has sent it. */
export function useSessionPresence(): ReadonlyMap<string, BrowserScreen> | undefined {
  const presence = useQuery<Presence>({
    queryKey: PRESENCE_KEY,
    queryFn: () => Promise.reject(new Error("told by events only")),
    enabled: false,
  }).data;
  return presence && new Map(presence.sessions.map((shown) => [shown.sessionId, shown]));
}

/** Receives events of a team's sessions, activity and actions while its page is mounted. */
export function useTeamRoom(id: string, onJoined: () => void): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another team is watched from here on
  useEffect(() => {
    // Another team has other sessions and its own revisions.
    void client.resetQueries({ queryKey: PRESENCE_KEY });
  }, [client, id]);
  useRoom("support-team", id, onJoined);
}

export function useUserRoom(id: string, onJoined: () => void): void {
  useRoom("support-user", id, onJoined);
}

export function useAuditLogRoom(onJoined: () => void): void {
  useRoom("support-desk", AUDIT_LOG_ID, onJoined);
}
