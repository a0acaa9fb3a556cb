import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { getNodes } from "../maps";
import { MEASURE_DELAY_MS, SizeMeter } from "./size-meter";

const MAX_BYTES = 10_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createMeter(removed: ReadonlySet<string> = new Set()) {
  const doc = new Y.Doc();
  const shares: number[] = [];
  const meter = new SizeMeter({ doc, maxBytes: MAX_BYTES, isVisible: (id) => !removed.has(id) });
  const stop = meter.listen((share) => shares.push(share));
  const add = (id: string, bytes: number) => getNodes(doc).set(id, new Y.Map([["words", "x".repeat(bytes)]]));
  return { doc, shares, stop, add };
}

const computeExactShare = (doc: Y.Doc): number => Y.encodeStateAsUpdate(doc).length / MAX_BYTES;

test("a document far from its limit is not measured", () => {
  const { add, shares } = createMeter();

  add("a", 8_000);
  vi.advanceTimersByTime(MEASURE_DELAY_MS);

  expect(shares).toEqual([]);
});

test("a nearly full document is measured exactly, and again after it has grown by a hundredth", () => {
  const { add, doc, shares } = createMeter();

  add("a", 9_050);
  expect(shares).toEqual([]);
  vi.advanceTimersByTime(MEASURE_DELAY_MS);
  expect(shares).toEqual([computeExactShare(doc)]);

  add("b", 10);
  vi.advanceTimersByTime(MEASURE_DELAY_MS);
  expect(shares).toHaveLength(1);
  add("c", 1_000);
  vi.advanceTimersByTime(MEASURE_DELAY_MS);
  expect(shares).toEqual([shares[0], computeExactShare(doc)]);
  expect(shares[1]).toBeGreaterThan(1);
});

test("deleted nodes do not count, because the server removes them when it needs the space", () => {
  const { add, shares } = createMeter(new Set(["gone"]));

  add("gone", 6_000);
  add("a", 4_000);
  vi.advanceTimersByTime(MEASURE_DELAY_MS);

  expect(shares).toHaveLength(1);
  expect(shares[0]).toBeLessThan(0.5);
});

test("text that was written over does not count", () => {
  const { add, shares } = createMeter();

  add("a", 5_000);
  add("a", 5_000);
  vi.advanceTimersByTime(MEASURE_DELAY_MS);

  expect(shares).toHaveLength(1);
  expect(shares[0]).toBeLessThan(0.6);
});

test("a document that is already large is measured when the meter starts, and never after it was stopped", () => {
  const doc = new Y.Doc();
  getNodes(doc).set("a", new Y.Map([["words", "x".repeat(9_500)]]));
  const shares: number[] = [];
  const stop = new SizeMeter({ doc, maxBytes: MAX_BYTES, isVisible: () => true }).listen((share) => shares.push(share));
  vi.advanceTimersByTime(MEASURE_DELAY_MS);
  expect(shares).toEqual([computeExactShare(doc)]);

  getNodes(doc).set("b", new Y.Map([["words", "x".repeat(500)]]));
  stop();
  vi.advanceTimersByTime(MEASURE_DELAY_MS);

  expect(shares).toHaveLength(1);
});
