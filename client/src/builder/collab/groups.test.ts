import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { type GroupStarts, mergeSettings, prepareGroups, prepareGroupsOfAll } from "./groups";
import { History } from "./history";
import { getGlobals, getNodes } from "./maps";
import { MAX_UPDATE_AUTHORS } from "./sync/outbox";
import { type Settings, toPlain } from "./values";

const STARTS: GroupStarts = {
  cover: { content: {}, inside: { lid: { content: {}, inside: {} } } },
  fruits: { content: { a: { order: "a0", name: "Apple" }, b: { order: "a1", name: "Pear" } }, inside: {} },
};

const cloneDocument = (doc: Y.Doc): Y.Doc => {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
};

/** Two copies of a document with one node that has these settings. */
function createPair(settings: Settings = {}) {
  const origin = new Y.Doc();
  getNodes(origin).set("n", new Y.Map<unknown>([["settings", new Y.Map(Object.entries(settings))]]));
  const docs = [cloneDocument(origin), cloneDocument(origin)] as const;
  const sides = docs.map((doc) => {
    const history = new History(doc);
    const map = () => getNodes(doc).get("n")?.get("settings") as Y.Map<unknown>;
    return {
      doc,
      history,
      map,
      change: (changes: Settings) => {
        prepareGroups(map(), changes, STARTS);
        history.act(() => mergeSettings(map(), changes));
      },
      settings: () => toPlain(map()),
    };
  });
  const [one, other] = sides;
  if (!one || !other) throw new Error("no sides");
  const exchange = () => {
    const updates = [Y.encodeStateAsUpdate(one.doc), Y.encodeStateAsUpdate(other.doc)] as const;
    Y.applyUpdate(one.doc, updates[1]);
    Y.applyUpdate(other.doc, updates[0]);
    expect(other.settings()).toEqual(one.settings());
  };
  return { one, other, exchange };
}

describe("two people who create the same missing group at once", () => {
  test("keep both values", () => {
    const { one, other, exchange } = createPair();

    one.change({ cover: { cloth: "silk" } });
    other.change({ cover: { gilt: true, lid: { colour: "red" } } });
    exchange();

    expect(one.settings()).toEqual({ cover: { cloth: "silk", gilt: true, lid: { colour: "red" } } });
  });

  test("keep both changes of default items, and each undoes only their own", () => {
    const { one, other, exchange } = createPair();

    one.change({ fruits: { a: { name: "Fig" } } });
    other.change({ fruits: { b: { name: "Plum" }, c: { order: "a2", name: "Lime" } } });
    exchange();
    const c = { order: "a2", name: "Lime" };
    expect(one.settings()).toEqual({
      fruits: { a: { order: "a0", name: "Fig" }, b: { order: "a1", name: "Plum" }, c },
    });
    one.history.undo();
    exchange();

    expect(one.settings()).toEqual({
      fruits: { a: { order: "a0", name: "Apple" }, b: { order: "a1", name: "Plum" }, c },
    });
    one.history.redo();
    other.history.undo();
    exchange();
    expect(one.settings()).toEqual({
      fruits: { a: { order: "a0", name: "Fig" }, b: { order: "a1", name: "Pear" } },
    });
  });

  test("keep both in the settings of the document", () => {
    const [one, other] = [new Y.Doc(), new Y.Doc()];

    prepareGroups(getGlobals(one), { cover: {} }, STARTS);
    mergeSettings(getGlobals(one), { cover: { cloth: "silk" } });
    prepareGroups(getGlobals(other), { cover: {} }, STARTS);
    mergeSettings(getGlobals(other), { cover: { gilt: true } });
    Y.applyUpdate(one, Y.encodeStateAsUpdate(other));
    Y.applyUpdate(other, Y.encodeStateAsUpdate(one));

    expect(toPlain(getGlobals(one))).toEqual({ cover: { cloth: "silk", gilt: true } });
    expect(toPlain(getGlobals(other))).toEqual(toPlain(getGlobals(one)));
  });

  test("keep both where a plain value was stored before, and where a group was deleted", () => {
    const { one, other, exchange } = createPair({ cover: { cloth: "linen" } });
    one.change({ cover: { gilt: true } });
    other.change({ cover: { size: 3 } });
    exchange();
    expect(one.settings()).toEqual({ cover: { cloth: "linen", gilt: true, size: 3 } });

    one.change({ cover: null });
    exchange();
    one.change({ cover: { gilt: false } });
    other.change({ cover: { size: 5 } });
    exchange();
    expect(one.settings()).toEqual({ cover: { gilt: false, size: 5 } });
  });

  test("converge where they disagree on what was there before", () => {
    const { one, other, exchange } = createPair();

    one.change({ cover: "none" });
    one.change({ cover: { gilt: true } });
    other.change({ cover: { size: 3 } });
    exchange();

    expect([{ gilt: true }, { size: 3 }]).toContainEqual((one.settings() as { cover: Settings }).cover);
  });
});

test("a group that one person creates again has another author each time", () => {
  const { one } = createPair();
  const authors = () => [...Y.decodeStateVector(Y.encodeStateVector(one.doc)).keys()].filter((id) => id >= 2 ** 52);

  one.change({ cover: { gilt: true } });
  expect(authors()).toHaveLength(1);
  one.change({ cover: null });
  one.change({ cover: { gilt: false } });
  one.change({ fruits: {} });

  expect(new Set(authors()).size).toBe(3);
  expect(authors().every((id) => id < 2 ** 53)).toBe(true);
  expect(one.settings()).toMatchObject({ cover: { gilt: false }, fruits: { b: { name: "Pear" } } });
});

test("new items and groups that no schema names are created by their own author", () => {
  const { one } = createPair();

  one.change({ other: { name: "x" } });
  one.change({ fruits: { z: { order: "a9", name: "Kiwi" } } });

  const authors = [...Y.decodeStateVector(Y.encodeStateVector(one.doc)).keys()].filter((id) => id >= 2 ** 52);
  expect(authors).toHaveLength(1);
  expect(one.settings()).toMatchObject({ other: { name: "x" }, fruits: { z: { name: "Kiwi" } } });
});

test("groups of many maps are created in a few updates, each with few enough authors for the server", () => {
  const doc = new Y.Doc();
  const maps = Array.from({ length: 1_000 }, (_, index) => {
    const settings = new Y.Map<unknown>();
    getNodes(doc).set(`n${index}`, new Y.Map<unknown>([["settings", settings]]));
    return settings;
  });
  const authors: number[] = [];
  doc.on("update", (update: Uint8Array) => authors.push(Y.parseUpdateMeta(update).from.size));

  prepareGroupsOfAll(
    maps.map((settings) => [settings, { cover: { lid: {} }, fruits: {} }] as const),
    STARTS,
  );

  expect(authors).toHaveLength(4);
  expect(Math.max(...authors)).toBeLessThan(MAX_UPDATE_AUTHORS);
  expect(maps.every((settings) => settings.size === 2)).toBe(true);
});

test("writing goes on under the client's own author", () => {
  const { one } = createPair();
  const before = one.doc.clientID;

  one.change({ cover: { gilt: true } });

  expect(one.doc.clientID).toBe(before);
  const gilt = (one.map().get("cover") as Y.Map<unknown>)._map.get("gilt");
  expect(gilt?.id.client).toBe(before);
});

describe("undo past a group that was created again", () => {
  const FRUITS = { a: { order: "a0", name: "Fig" }, c: { order: "a2", name: "Lime" } };

  /** One person has deleted their list, as the restore of a version without it does, and then changed it again. */
  function createAgain() {
    const pair = createPair();
    const { one, exchange } = pair;
    one.change({ fruits: { a: { name: "Fig" }, b: null, c: { order: "a2", name: "Lime" } } });
    exchange();
    one.history.act(() => one.map().delete("fruits"));
    one.change({ fruits: { a: { name: "Kiwi" } } });
    exchange();
    return pair;
  }

  test("restores the deleted one, and redo repeats both steps", () => {
    const { one, exchange } = createAgain();

    one.history.undo();
    exchange();
    expect(one.settings()).toEqual({ fruits: STARTS.fruits?.content });
    one.history.undo();
    exchange();
    expect(one.settings()).toEqual({ fruits: FRUITS });

    one.history.redo();
    one.history.redo();
    exchange();
    expect(one.settings()).toEqual({
      fruits: { a: { order: "a0", name: "Kiwi" }, b: { order: "a1", name: "Pear" } },
    });
    one.history.undo();
    one.history.undo();
    exchange();
    expect(one.settings()).toEqual({ fruits: FRUITS });
    one.history.undo();
    expect(one.settings()).toEqual({ fruits: STARTS.fruits?.content });
  });

  test("restores the single value that it replaced", () => {
    const { one } = createPair({ cover: "linen" });
    one.change({ cover: "none" });
    one.change({ cover: { gilt: true } });

    one.history.undo();
    one.history.undo();

    expect(one.settings()).toEqual({ cover: "linen" });
  });

  test("keeps it while it has changes of another person", () => {
    const { one, other, exchange } = createAgain();
    other.change({ fruits: { b: { name: "Plum" } } });
    exchange();

    one.history.undo();
    exchange();
    expect(one.settings()).toEqual({ fruits: { a: { order: "a0", name: "Apple" }, b: { order: "a1", name: "Plum" } } });
    one.history.undo();
    exchange();

    expect(one.settings()).toEqual({ fruits: { a: { order: "a0", name: "Apple" }, b: { order: "a1", name: "Plum" } } });
  });
});

test("40 seeds of two people who delete, create again, undo and redo end in the same settings", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const roll = createRandom(seed);
    const { one, other, exchange } = createPair();
    for (let count = 0; count < 40; count += 1) {
      const side = roll() < 0.5 ? one : other;
      const item = ["a", "b", "c"][Math.floor(roll() * 3)] ?? "a";
      [
        () => side.change({ fruits: { [item]: { order: "a5", name: String(count) } } }),
        () => side.change({ fruits: { [item]: null } }),
        () => side.change({ cover: { lid: { colour: String(count) } } }),
        () => side.change({ cover: count }),
        () => side.history.act(() => side.map().delete("fruits")),
        () => side.history.act(() => side.map().delete("cover")),
        () => side.history.undo(),
        () => side.history.undo(),
        () => side.history.redo(),
        () => exchange(),
      ][Math.floor(roll() * 10)]?.();
    }
    exchange();
  }
});

test("40 seeds of one person's steps: undo passes through the same settings, and redo again", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const roll = createRandom(seed);
    const { one } = createPair();
    /** The settings as they are read: a missing group has its defaults. */
    const read = () =>
      JSON.stringify({ fruits: STARTS.fruits?.content, cover: { lid: {} }, ...(one.settings() as Settings) });
    const states = [read()];
    const note = (all: string[]) => (all.at(-1) === read() ? undefined : all.push(read()));
    one.change({ fruits: {}, cover: { lid: {} } });
    for (let count = 0; count < 30; count += 1) {
      [
        () => one.change({ fruits: { a: { name: String(count) } } }),
        () => one.change({ cover: { lid: { colour: String(count) } } }),
        () => one.history.act(() => one.map().delete("fruits")),
        () => one.history.act(() => one.map().delete("cover")),
      ][Math.floor(roll() * 4)]?.();
      note(states);
    }

    for (let round = 1; round <= 2; round += 1) {
      const undone = [read()];
      while (one.history.undo()) note(undone);
      expect(undone.reverse(), `seed ${seed}`).toEqual(states);
      const redone = [read()];
      while (one.history.redo()) note(redone);
      expect(redone, `seed ${seed}`).toEqual(states);
    }
  }
});

/** Mulberry32: numbers in [0, 1) that a seed repeats. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
