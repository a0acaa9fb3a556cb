import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { mergeEvents, SeenEvents } from "./events";
import { linkMachine, MIN_LOSS_MS } from "./link-machine";
import { Rooms } from "./rooms";

describe("the connection as the interface sees it", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("a short loss is not told", () => {
    const link = createActor(linkMachine).start();
    link.send({ type: "start" });
    link.send({ type: "connected" });
    link.send({ type: "disconnected" });

    vi.advanceTimersByTime(MIN_LOSS_MS - 1);
    link.send({ type: "connected" });
    vi.advanceTimersByTime(MIN_LOSS_MS);

    expect(link.getSnapshot().value).toBe("up");
  });

  test("a loss of three seconds is, until the connection is back", () => {
    const link = createActor(linkMachine).start();
    link.send({ type: "start" });
    link.send({ type: "connected" });
    link.send({ type: "disconnected" });

    vi.advanceTimersByTime(MIN_LOSS_MS);

    expect(link.getSnapshot().value).toBe("lost");
    link.send({ type: "connected" });
    expect(link.getSnapshot().value).toBe("up");
  });
});

describe("events", () => {
  test("an outbox id counts once, a passing event always", () => {
    const seen = new SeenEvents();

    expect([seen.accept(7), seen.accept(7), seen.accept(8)]).toEqual([true, false, true]);
    expect([seen.accept(undefined), seen.accept(undefined)]).toEqual([true, true]);
  });

  test("two features may handle the same event", () => {
    const first = vi.fn();
    const second = vi.fn();

    const merged = mergeEvents([{ "plans.quota.changed": first }, { "plans.quota.changed": second }]);

    expect(merged.get("plans.quota.changed")).toEqual([first, second]);
  });
});

describe("watched rooms", () => {
  test("the server is asked once for two watchers and told when the last one leaves", () => {
    const rooms = new Rooms();
    const one = { onJoined: vi.fn() };
    const two = { onJoined: vi.fn() };

    expect([rooms.enter("campaign:1", one), rooms.enter("campaign:1", two)]).toEqual([true, false]);
    rooms.joined("campaign:1");
    expect([one.onJoined.mock.calls.length, two.onJoined.mock.calls.length]).toEqual([1, 1]);
    expect([rooms.leave("campaign:1", one), rooms.leave("campaign:1", two)]).toEqual([false, true]);
    expect(rooms.all()).toEqual([]);
  });
});
