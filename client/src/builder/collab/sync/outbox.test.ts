import { expect, test } from "vitest";
import * as Y from "yjs";
import { MAX_UPDATE_AUTHORS, MAX_UPDATE_BYTES, Outbox } from "./outbox";

const FIRST_AUTHOR = 2 ** 52;

/** A document whose updates wait in the outbox. */
function createWatched() {
  const doc = new Y.Doc();
  const outbox = new Outbox();
  doc.on("update", (update: Uint8Array) => outbox.add(update));
  return { doc, outbox };
}

/** Takes and delivers everything that waits. */
function takeAll(outbox: Outbox): readonly Uint8Array[] {
  const taken: Uint8Array[] = [];
  for (let update = outbox.take(); update; update = outbox.take()) {
    taken.push(update);
    outbox.delivered();
  }
  return taken;
}

test("updates of more authors than the server accepts in one go out as several, with nothing lost", () => {
  const { doc, outbox } = createWatched();
  const count = MAX_UPDATE_AUTHORS + 500;
  for (let start = 0; start < count; start += 100) {
    doc.transact(() => {
      for (let number = start; number < start + 100; number += 1) {
        doc.clientID = FIRST_AUTHOR + number;
        doc.getMap("settings").set(`group-${number}`, new Y.Map());
      }
    });
  }

  const taken = takeAll(outbox);

  expect(taken.map((update) => Y.parseUpdateMeta(update).from.size)).toEqual([MAX_UPDATE_AUTHORS, 500]);
  expect(taken.every(({ length }) => length <= MAX_UPDATE_BYTES)).toBe(true);
  const copy = new Y.Doc();
  for (const update of taken) Y.applyUpdate(copy, update);
  expect(copy.getMap("settings").size).toBe(count);
});

test("any number of updates by one author go out as one", () => {
  const { doc, outbox } = createWatched();
  for (let number = 0; number < 200; number += 1) doc.getMap("settings").set("width", number);

  expect(takeAll(outbox)).toHaveLength(1);
});
