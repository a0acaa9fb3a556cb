import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { Connection, PROBE_TIMEOUT_MS } from "@/lib/socket/connection";
import type { EventMap } from "@/lib/socket/events";
import { linkMachine, MIN_LOSS_MS } from "@/lib/socket/link-machine";
import { Rooms } from "@/lib/socket/rooms";
import { FakeSocket } from "./fake-socket";

const EVENT_NAME = "campaigns.campaign.changed";

function createConnection(others: readonly EventMap[] = []) {
  const fake = new FakeSocket();
  const link = createActor(linkMachine).start();
  const rooms = new Rooms();
  const client = new QueryClient();
  const refetched = vi.spyOn(client, "invalidateQueries");
  const heard: unknown[] = [];
  const words: unknown[] = [];
  const onUp = vi.fn();
  const onRefused = vi.fn();
  link.send({ type: "start" });
  const connection = new Connection(fake.socket, {
    client,
    rooms,
    events: [...others, { [EVENT_NAME]: (_client, payload) => heard.push(payload.revision) }],
    onState: (type) => link.send({ type }),
    onUp,
    onRefused,
    onWord: (name, values) => {
      if (name.startsWith("doc:")) words.push([name, ...values]);
    },
  });
  connection.start();
  const kept = (eventId: number) => fake.event(EVENT_NAME, { eventId, data: { revision: eventId } }, `${eventId}-0`);
  return { fake, client, link, rooms, refetched, heard, words, onUp, onRefused, connection, kept };
}

function watchRoom({ rooms, connection }: ReturnType<typeof createConnection>, room: string) {
  const watcher = { onJoined: vi.fn() };
  if (rooms.enter(room, watcher)) connection.join(room);
  return watcher;
}

describe("a connection that comes back", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["the first, at once", [], 0, false, 0],
    ["the first, after the page was open for a while without it", [], 5000, false, 0],
    ["recovered after a drop", ["transport close"], 0, true, 0],
    ["recovered after a ping that timed out", ["ping timeout"], 0, true, 0],
    ["not recovered after a drop", ["transport close"], 0, false, 1],
    ["not recovered after a server's restart", ["transport error"], 0, false, 1],
    ["not recovered after the server closed it", ["io server disconnect"], 0, false, 1],
  ] as const)("%s: fetches again only what may be old", (_case, drops, waited, recovered, refetches) => {
    const { fake, refetched } = createConnection();
    for (const reason of drops) {
      fake.up();
      fake.drop(reason);
    }
    vi.advanceTimersByTime(waited);

    fake.up(recovered);

    expect(refetched).toHaveBeenCalledTimes(refetches);
  });

  test("the first says how old the page's data are, and fetches again when something was published since", () => {
    const { fake, client, connection, refetched } = createConnection();
    client.setQueryData(["get", "/api/contacts"], []);
    vi.advanceTimersByTime(2000);

    expect(connection.ageMs()).toBe(5000);
    fake.up();
    expect(connection.ageMs()).toBeUndefined();
    expect(refetched).toHaveBeenCalledTimes(0);
    fake.event("link:missed", {});

    expect(refetched).toHaveBeenCalledTimes(1);
  });

  test("what is replayed counts once and in order", () => {
    const { fake, heard, kept } = createConnection();
    fake.up();
    for (const id of [1, 2]) kept(id);
    fake.drop("transport close");
    fake.up(true);
    for (const id of [2, 3, 4]) kept(id);

    expect(heard).toEqual([1, 2, 3, 4]);
  });

  test("passing events have no id and always count; what is no event counts never", () => {
    const { fake, heard } = createConnection();
    fake.up();
    fake.event(EVENT_NAME, { data: { revision: 7 } });
    fake.event(EVENT_NAME, { data: { revision: 7 } });
    for (const odd of [undefined, null, 7, "x", [], { data: 7 }, {}]) fake.event(EVENT_NAME, odd, "5-0");

    expect(heard).toEqual([7, 7]);
  });

  test("a handler that fails is reported, holds up no other, and everything is fetched again", () => {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    const failure = new TypeError("of another release");
    const failing = () => {
      throw failure;
    };
    const { heard, fake, kept, refetched } = createConnection([{ [EVENT_NAME]: failing }]);
    fake.up();

    kept(1);
    kept(2);

    expect(reported.mock.calls).toEqual([[failure]]);
    expect(heard).toEqual([1, 2]);
    expect(refetched.mock.calls).toEqual([[{}, { cancelRefetch: false }]]);
    vi.unstubAllGlobals();
  });

  test("a stopped connection hears nothing more", () => {
    const { fake, heard, kept, connection } = createConnection();
    fake.up();
    connection.stop();
    kept(1);

    expect([heard, fake.isGone]).toEqual([[], true]);
  });

  test("a server that closed on purpose is asked again; only its refusal ends the session", () => {
    const { fake, onRefused } = createConnection();
    fake.up();
    fake.drop("io server disconnect");
    expect(fake.connects).toBe(2);

    fake.refuse(false);
    expect(onRefused).not.toHaveBeenCalled();
    fake.refuse(true);
    expect(onRefused).toHaveBeenCalledOnce();
  });
});

describe("the banner", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("waits for three seconds of loss, however often connecting fails meanwhile", () => {
    const { fake, link } = createConnection();
    fake.up();
    fake.drop("transport close");
    for (let second = 0; second < 2; second += 1) {
      vi.advanceTimersByTime(1000);
      fake.refuse(false);
    }
    expect(link.getSnapshot().value).toBe("dropped");
    vi.advanceTimersByTime(1000);
    expect(link.getSnapshot().value).toBe("lost");
    fake.up(true);
    expect(link.getSnapshot().value).toBe("up");
  });

  test("a loss in a sleeping tab is none when somebody looks again", () => {
    const { fake, link, connection } = createConnection();
    fake.up();
    fake.drop("transport close");
    vi.advanceTimersByTime(3_600_000);

    connection.wake();

    expect(link.getSnapshot().value).toBe("dropped");
    vi.advanceTimersByTime(MIN_LOSS_MS - 1);
    expect(link.getSnapshot().value).toBe("dropped");
    fake.up();
    vi.advanceTimersByTime(MIN_LOSS_MS);
    expect(link.getSnapshot().value).toBe("up");
  });

  test("waking again and again doesn't put a real loss off for ever", () => {
    const { fake, link, connection } = createConnection();
    fake.up();
    fake.drop("transport close");
    connection.wake();
    vi.advanceTimersByTime(MIN_LOSS_MS);

    expect(link.getSnapshot().value).toBe("lost");
  });

  test("a line that died in its sleep is noticed by a question, without a banner when it is back at once", () => {
    const { fake, link, connection } = createConnection();
    fake.up();

    connection.wake();
    vi.advanceTimersByTime(PROBE_TIMEOUT_MS);

    expect([fake.connected, link.getSnapshot().value]).toEqual([false, "dropped"]);
    fake.up(true);
    expect(link.getSnapshot().value).toBe("up");
  });

  test("a line that lives answers and stays", () => {
    const { fake, link, connection } = createConnection();
    fake.up();
    connection.wake();
    connection.wake();
    expect(fake.rooms("link:probe")).toHaveLength(1);

    fake.take("link:probe").answer(null, {});
    vi.advanceTimersByTime(PROBE_TIMEOUT_MS);

    expect([fake.connected, link.getSnapshot().value]).toEqual([true, "up"]);
  });

  test("a late answer of an old line doesn't close the new one", () => {
    const { fake, connection } = createConnection();
    fake.up();
    connection.wake();
    const asked = fake.take("link:probe");
    fake.drop("transport close");
    Object.assign(fake.io, { engine: { close: () => fake.drop("closed wrongly") } });
    fake.up(true);

    asked.answer(new Error("timed out"));

    expect(fake.connected).toBe(true);
  });
});

describe("watched rooms", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("are joined again at every connect, and every join fetches what it watches", () => {
    const one = createConnection();
    const watcher = watchRoom(one, "campaign:1");
    for (const recovered of [false, true]) {
      one.fake.up(recovered);
      expect(one.fake.rooms()).toEqual(["campaign:1"]);
      one.fake.take("room:join").answer(null, { room: "campaign:1" });
      one.fake.drop("transport close");
    }

    expect(watcher.onJoined).toHaveBeenCalledTimes(2);
  });

  test("a join without an answer is asked again, unless nobody watches any more", () => {
    const one = createConnection();
    const watcher = watchRoom(one, "campaign:1");
    one.fake.up();
    vi.advanceTimersByTime(5000);
    expect(one.fake.rooms()).toEqual(["campaign:1", "campaign:1"]);

    one.rooms.leave("campaign:1", watcher);
    vi.advanceTimersByTime(60_000);

    expect(one.fake.rooms()).toEqual(["campaign:1", "campaign:1"]);
  });

  test("a room that was taken away is asked for once rights were looked at again", () => {
    const one = createConnection();
    const watcher = watchRoom(one, "campaign:1");
    watchRoom(one, "import:1");
    one.fake.up();
    for (const room of ["campaign:1", "import:1"]) one.fake.take("room:join").answer(null, { room });

    one.fake.event("room:left", { room: "campaign:1", code: "userSuspended" });
    one.fake.event("room:reviewed", {});
    expect(one.fake.rooms()).toEqual(["campaign:1"]);
    one.fake.take("room:join").answer(null, { code: "userSuspended", message: "", payload: null });
    one.fake.event("room:reviewed", {});
    one.fake.take("room:join").answer(null, { room: "campaign:1" });
    one.fake.event("room:reviewed", {});

    expect(one.fake.rooms()).toEqual([]);
    expect(watcher.onJoined).toHaveBeenCalledTimes(3);
  });
});

describe("a question", () => {
  test.each([
    ["an answer", { revision: 1 }, { revision: 1 }],
    ["a refusal", { code: "badRequest", message: "", payload: null }, undefined],
    ["something else", "x", undefined],
  ] as const)("%s", async (_case, answer, expected) => {
    const { fake, connection } = createConnection();
    expect(await connection.ask("presence:show", {})).toBeUndefined();
    fake.up();

    const asking = connection.ask("presence:show", {});
    fake.take("presence:show").answer(null, answer);

    expect(await asking).toEqual(expected);
  });
});

describe("a call with bytes", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is answered with all that the server says, a refusal too", async () => {
    const { fake, connection } = createConnection();
    expect(await connection.call("doc:join", [{}])).toBeUndefined();
    fake.up();

    const [joining, refused] = [
      connection.call("doc:join", [{ room: "a" }, new Uint8Array([0])]),
      connection.call("doc:update", []),
    ];
    const asked = fake.take("doc:join");
    asked.answer(null, { number: 3 }, new Uint8Array([7]));
    fake.take("doc:update").answer(null, { code: "documentLocked" });

    expect(asked.values).toEqual([{ room: "a" }, new Uint8Array([0])]);
    expect(await joining).toEqual([{ number: 3 }, new Uint8Array([7])]);
    expect(await refused).toEqual([{ code: "documentLocked" }]);
  });

  test("that is not answered in time has no answer", async () => {
    const { fake, connection } = createConnection();
    fake.up();
    const asking = connection.call("doc:update", []);
    vi.advanceTimersByTime(5000);

    expect(await asking).toBeUndefined();
  });

  test("what is told with bytes arrives with them, until the connection is stopped", () => {
    const { fake, connection, words } = createConnection();
    fake.up();
    fake.event("doc:update", { room: "a", number: 1 }, new Uint8Array([1]));
    connection.stop();
    fake.event("doc:update", { room: "a", number: 2 }, new Uint8Array([2]));

    expect(words).toEqual([["doc:update", { room: "a", number: 1 }, new Uint8Array([1])]]);
  });
});
