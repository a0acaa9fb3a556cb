import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, fromPromise } from "xstate";
import { AUTOSAVE_MS, composerMachine, RETRY_MS, unsaved } from "./composer-machine";
import type { Edits } from "./draft";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that answers when told to. */
function start() {
  const asked: { edits: Edits; answer: () => void; refuse: (failure: unknown) => void }[] = [];
  const save = fromPromise<void, Edits>(
    ({ input }) => new Promise((answer, refuse) => asked.push({ edits: input, answer, refuse })),
  );
  const actor = createActor(composerMachine.provide({ actors: { save } })).start();
  return { actor, asked };
}

test("typing is saved once it pauses, all of it in one call", async () => {
  const { actor, asked } = start();

  actor.send({ type: "edit", edits: { subject: "H" } });
  vi.advanceTimersByTime(AUTOSAVE_MS - 1);
  actor.send({ type: "edit", edits: { subject: "Hi", preheader: "there" } });
  vi.advanceTimersByTime(AUTOSAVE_MS - 1);
  expect(actor.getSnapshot().value).toBe("dirty");
  vi.advanceTimersByTime(1);

  expect(actor.getSnapshot().value).toBe("saving");
  expect(asked.map(({ edits }) => edits)).toEqual([{ subject: "Hi", preheader: "there" }]);
  asked[0]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(actor.getSnapshot().value).toBe("clean");
  expect(unsaved(actor.getSnapshot().context)).toEqual({});
});

test("what is typed during a save goes with the next one", async () => {
  const { actor, asked } = start();
  actor.send({ type: "edit", edits: { subject: "one" } });
  actor.send({ type: "save" });

  actor.send({ type: "edit", edits: { subject: "two" } });
  expect(unsaved(actor.getSnapshot().context)).toEqual({ subject: "two" });
  asked[0]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(actor.getSnapshot().value).toBe("dirty");
  vi.advanceTimersByTime(AUTOSAVE_MS);

  expect(asked.map(({ edits }) => edits)).toEqual([{ subject: "one" }, { subject: "two" }]);
});

test("a failure keeps what was typed, and the newest of it", async () => {
  const { actor, asked } = start();
  actor.send({ type: "edit", edits: { subject: "one", preheader: "kept" } });
  actor.send({ type: "save" });
  actor.send({ type: "edit", edits: { subject: "two" } });

  asked[0]?.refuse(new Error("offline"));
  await vi.advanceTimersByTimeAsync(0);

  expect(actor.getSnapshot().value).toBe("failing");
  expect(actor.getSnapshot().context.failure).toEqual(new Error("offline"));
  expect(unsaved(actor.getSnapshot().context)).toEqual({ subject: "two", preheader: "kept" });
});

test("a failed save is tried again by itself, on request and after the next edit", async () => {
  const { actor, asked } = start();
  const refuseLast = async () => {
    asked.at(-1)?.refuse(new Error("offline"));
    await vi.advanceTimersByTimeAsync(0);
  };
  actor.send({ type: "edit", edits: { subject: "one" } });
  actor.send({ type: "save" });
  await refuseLast();

  vi.advanceTimersByTime(RETRY_MS);
  expect(asked.length).toBe(2);
  await refuseLast();
  actor.send({ type: "save" });
  expect(asked.length).toBe(3);
  await refuseLast();
  actor.send({ type: "edit", edits: { subject: "two" } });
  vi.advanceTimersByTime(AUTOSAVE_MS);

  expect(asked.at(-1)?.edits).toEqual({ subject: "two" });
  expect(actor.getSnapshot().context.failure).toBeUndefined();
});
