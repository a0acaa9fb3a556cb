import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EventName } from "@/lib/socket/events";
import { type PayloadParts, receiveEvent } from "../../../tests/receive-event";
import { REFETCH_DELAY_MS, supportEvents } from "./events";
import { PRESENCE_KEY } from "./support-data";

const KOPI = "01a1fc3d-0000-7000-8000-00000000c0b1";
const TEH = "01a1fc3d-0000-7000-8000-00000000c0b2";
const ALICE = "01a1fc3d-0000-7000-8000-00000000a11c";
const BOB = "01a1fc3d-0000-7000-8000-000000000b0b";

const teamKey = (id: string, part = "") => [
  "get",
  `/api/admin/teams/{team_id}${part}`,
  { params: { path: { team_id: id } } },
];
const userKey = (id: string, part = "") => [
  "get",
  `/api/admin/users/{user_id}${part}`,
  { params: { path: { user_id: id } } },
];
const CONTACTS = ["get", "/api/contacts", {}];
const AUDIT_ENTRIES = ["get", "/api/admin/acts", {}];

function createClient(): QueryClient {
  const client = new QueryClient();
  const keys = [
    teamKey(KOPI),
    teamKey(KOPI, "/sessions"),
    teamKey(KOPI, "/activity"),
    teamKey(TEH, "/sessions"),
    userKey(ALICE, "/sessions"),
    userKey(BOB, "/sessions"),
    CONTACTS,
    AUDIT_ENTRIES,
  ];
  for (const key of keys) client.setQueryData(key, {});
  return client;
}

function receive<Name extends EventName>(client: QueryClient, name: Name, payload: PayloadParts<Name>): void {
  receiveEvent(supportEvents, name, payload, client);
  vi.advanceTimersByTime(REFETCH_DELAY_MS);
}

function listStaleQueries(client: QueryClient): string[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => {
      const path = (queryKey[2] as { params?: { path?: Record<string, string> } }).params?.path ?? {};
      return `${queryKey[1]} ${Object.values(path)[0]?.slice(-4) ?? ""}`.trim();
    });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what the console fetches anew", () => {
  test("one person's session: their page and the team's, nobody else's", () => {
    const client = createClient();

    receive(client, "identity.sessions.moved", { teamId: KOPI, userId: ALICE });

    expect(listStaleQueries(client)).toEqual([
      "/api/admin/teams/{team_id} c0b1",
      "/api/admin/teams/{team_id}/sessions c0b1",
      "/api/admin/users/{user_id}/sessions a11c",
    ]);
  });

  test("a whole team: every person that is open, and no other team", () => {
    const client = createClient();

    receive(client, "identity.sessions.moved", { teamId: KOPI, userId: null });

    expect(listStaleQueries(client)).toContain("/api/admin/users/{user_id}/sessions 0b0b");
    expect(listStaleQueries(client)).not.toContain("/api/admin/teams/{team_id}/sessions c0b2");
  });

  test("activity: that of the team alone", () => {
    const client = createClient();

    receive(client, "activity.team.moved", { teamId: KOPI, revision: 7 });

    expect(listStaleQueries(client)).toEqual(["/api/admin/teams/{team_id}/activity c0b1"]);
  });

  test("an act: the whole console, and nothing of the product", () => {
    const client = createClient();

    receive(client, "support.act.recorded", { kind: "team.suspended", teamId: KOPI, userId: null });

    expect(listStaleQueries(client)).toHaveLength(7);
    expect(listStaleQueries(client)).not.toContain("/api/contacts");
  });

  test("many events within a moment are one fetch", () => {
    const client = createClient();
    const fetched = vi.spyOn(client, "invalidateQueries");

    for (let times = 0; times < 100; times += 1) {
      supportEvents["identity.sessions.moved"]?.(client, { teamId: KOPI, userId: null });
    }
    vi.advanceTimersByTime(REFETCH_DELAY_MS);

    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

describe("presence", () => {
  const shown = (revision: number, screen: string) => ({ revision, sessions: [{ sessionId: "1", screen }] });

  test("the newest state replaces, an older one changes nothing", () => {
    const client = new QueryClient();

    receive(client, "presence.sessions.changed", shown(2, "campaigns"));
    receive(client, "presence.sessions.changed", shown(1, "contacts"));

    expect(client.getQueryData(PRESENCE_KEY)).toEqual(shown(2, "campaigns"));
  });
});
