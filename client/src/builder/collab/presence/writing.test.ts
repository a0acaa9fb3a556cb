import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from "y-protocols/awareness";
import * as Y from "yjs";
import { OwnWriting, WriterTracker } from "./writing";

const instances: Awareness[] = [];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const each of instances.splice(0)) each.destroy();
  vi.useRealTimers();
});

function createAwareness(client: number): Awareness {
  const doc = new Y.Doc();
  doc.clientID = client;
  const one = new Awareness(doc);
  instances.push(one);
  return one;
}

/** Sari's client, with the number of its messages, and Raka's client, which receives them. */
function createTwoClients() {
  const sari = createAwareness(7);
  const raka = createAwareness(9);
  sari.setLocalStateField("user", { id: "sari", name: "Sari Dewi" });
  let told = 0;
  const tell = (): void => {
    told += 1;
    applyAwarenessUpdate(raka, encodeAwarenessUpdate(sari, [7]), "test");
  };
  sari.on("change", tell);
  const writers = new WriterTracker(raka);
  const stop = writers.subscribe(() => undefined);
  return { sari, raka, writers, stop, mute: () => sari.off("change", tell), told: () => told };
}

const SARI = { userId: "sari", name: "Sari Dewi", thread: "c1" };

test("who types is told at most every three seconds, and no more after five without a key", () => {
  const { sari, writers, told } = createTwoClients();
  const own = new OwnWriting(sari, "c1");
  for (let key = 0; key < 60; key += 1) {
    own.typed();
    vi.advanceTimersByTime(100);
    expect(writers.read()).toEqual([SARI]);
  }
  expect(told()).toBe(2);

  vi.advanceTimersByTime(4_800);
  expect(writers.read()).toEqual([SARI]);
  vi.advanceTimersByTime(200);
  expect(writers.read()).toEqual([]);
  expect(told()).toBe(3);
});

test("whose word of the end was lost is forgotten, also when the same is heard once more", () => {
  const { sari, raka, writers, mute } = createTwoClients();
  new OwnWriting(sari, "c1").typed();
  mute();

  vi.advanceTimersByTime(4_000);
  sari.setLocalState(sari.getLocalState());
  applyAwarenessUpdate(raka, encodeAwarenessUpdate(sari, [7]), "test");
  vi.advanceTimersByTime(3_900);
  expect(writers.read()).toEqual([SARI]);
  vi.advanceTimersByTime(200);
  expect(writers.read()).toEqual([]);
  expect(raka.getStates().get(7)).toBeDefined();
});

test("who leaves writes no more", () => {
  const { sari, raka, writers } = createTwoClients();
  new OwnWriting(sari, "c1").typed();
  expect(writers.read()).toEqual([SARI]);

  removeAwarenessStates(raka, [7], "test");

  expect(writers.read()).toEqual([]);
});

test("the box that is left does not end what another one tells", () => {
  const { sari, writers } = createTwoClients();
  const first = new OwnWriting(sari, "c1");
  const second = new OwnWriting(sari, "c2");
  first.typed();
  second.typed();
  first.stop();
  expect(writers.read()).toEqual([{ ...SARI, thread: "c2" }]);

  second.stop();
  expect(writers.read()).toEqual([]);
});

test("nonsense of another client is nobody's writing", () => {
  const { sari, writers } = createTwoClients();
  for (const writing of [1, "c1", {}, { thread: 1, at: 1 }, { thread: "c1" }, { thread: "c".repeat(200), at: 1 }]) {
    sari.setLocalStateField("writing", writing);
    expect(writers.read()).toEqual([]);
  }
});

test("nothing is looked at once nobody listens", () => {
  const { sari, writers, stop } = createTwoClients();
  new OwnWriting(sari, "c1").typed();
  stop();
  vi.advanceTimersByTime(60_000);

  expect(writers.read()).toEqual([SARI]);
});
