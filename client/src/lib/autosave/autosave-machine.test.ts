import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, fromPromise } from "xstate";
import { AUTOSAVE_MS, createAutosaveMachine, RETRY_MS, type SaveInput } from "./autosave-machine";
import { type FieldEdit, type StoredRecord, unsavedOf, valuesOf } from "./edits";

interface Values {
  readonly subject: string;
  readonly preheader: string;
}
type Input = SaveInput<Values>;

const CONFLICT = new Error("conflict");

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function record(revision: number, values: Partial<Values> = {}, fieldEdits: FieldEdit[] = []): StoredRecord<Values> {
  return { revision, values: { subject: "", preheader: "", ...values }, fieldEdits };
}

/** A server that answers when told to. */
function start() {
  const calls: (Input & { accept: (stored?: StoredRecord<Values>) => void; refuse: (failure: unknown) => void })[] = [];
  const save = fromPromise<StoredRecord<Values> | undefined, Input>(
    ({ input }) => new Promise((accept, refuse) => calls.push({ ...input, accept, refuse })),
  );
  const machine = createAutosaveMachine<Values>((failure) => (failure === CONFLICT ? ["subject"] : undefined));
  const actor = createActor(machine.provide({ actors: { save } }), { input: { record: record(1) } }).start();
  const shown = () => valuesOf(actor.getSnapshot().context.edits);
  const state = () => actor.getSnapshot().value;
  const conflicts = () => actor.getSnapshot().context.edits.conflicts;
  const type = (changed: Partial<Values>) => actor.send({ type: "edit", changed });
  const accept = async (stored?: StoredRecord<Values>) => {
    calls.at(-1)?.accept(stored);
    await vi.advanceTimersByTimeAsync(0);
  };
  const refuse = async (failure: unknown) => {
    calls.at(-1)?.refuse(failure);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { actor, calls, shown, state, conflicts, type, accept, refuse };
}

test("edits are saved once typing pauses, all of them in one call", async () => {
  const { calls, state, type, accept, shown } = start();

  type({ subject: "H" });
  vi.advanceTimersByTime(AUTOSAVE_MS - 1);
  type({ subject: "Hi", preheader: "there" });
  vi.advanceTimersByTime(AUTOSAVE_MS - 1);
  expect(state()).toBe("dirty");
  vi.advanceTimersByTime(1);

  expect(state()).toBe("saving");
  expect(calls.map(({ edits, baseRevision }) => [edits, baseRevision])).toEqual([
    [{ subject: "Hi", preheader: "there" }, 1],
  ]);
  await accept(record(2, { subject: "Hi", preheader: "there" }));
  expect(state()).toBe("clean");
  expect(shown()).toEqual({ subject: "Hi", preheader: "there" });
});

test("a saved field still shows what was typed, with its spaces", async () => {
  const { actor, type, accept, shown } = start();
  type({ subject: "For you " });
  actor.send({ type: "save" });

  await accept(record(2, { subject: "For you" }));
  expect(shown().subject).toBe("For you ");
  actor.send({ type: "receive", record: record(3, { subject: "For you", preheader: "theirs" }) });

  expect(shown()).toEqual({ subject: "For you ", preheader: "theirs" });
});

test("edits during a save go with the next one, on the revision of the first", async () => {
  const { actor, calls, state, type, accept, shown } = start();
  type({ subject: "one" });
  actor.send({ type: "save" });

  type({ subject: "two" });
  expect(shown().subject).toBe("two");
  await accept(record(2, { subject: "one" }));
  expect(state()).toBe("dirty");
  expect(shown().subject).toBe("two");
  vi.advanceTimersByTime(AUTOSAVE_MS);

  expect(calls.map(({ edits, baseRevision }) => [edits, baseRevision])).toEqual([
    [{ subject: "one" }, 1],
    [{ subject: "two" }, 2],
  ]);
});

test("a failure keeps the edits, and the newest of them", async () => {
  const { actor, state, type, refuse } = start();
  type({ subject: "one", preheader: "kept" });
  actor.send({ type: "save" });
  type({ subject: "two" });

  await refuse(new Error("offline"));

  expect(state()).toBe("failing");
  expect(actor.getSnapshot().context.failure).toEqual(new Error("offline"));
  expect(unsavedOf(actor.getSnapshot().context.edits)).toEqual({ subject: "two", preheader: "kept" });
});

test("a failed save is repeated after a while, on request and after the next edit", async () => {
  const { actor, calls, type, refuse } = start();
  type({ subject: "one" });
  actor.send({ type: "save" });
  await refuse(new Error("offline"));

  vi.advanceTimersByTime(RETRY_MS);
  expect(calls.length).toBe(2);
  await refuse(new Error("offline"));
  actor.send({ type: "save" });
  expect(calls.length).toBe(3);
  await refuse(new Error("offline"));
  type({ subject: "two" });
  vi.advanceTimersByTime(AUTOSAVE_MS);

  expect(calls.at(-1)?.edits).toEqual({ subject: "two" });
  expect(actor.getSnapshot().context.failure).toBeUndefined();
});

test("a lost answer is no conflict with oneself", async () => {
  const { actor, type, refuse, conflicts, shown } = start();
  type({ subject: "one" });
  actor.send({ type: "save" });
  await refuse(new Error("offline"));
  type({ subject: "one two" });

  actor.send({ type: "receive", record: record(2, { subject: "one" }) });

  expect(conflicts()).toEqual({});
  expect(shown().subject).toBe("one two");
});

test("what a teammate stores is shown, except in a field with unsaved edits", () => {
  const { actor, calls, type, shown, conflicts, state } = start();
  type({ subject: "mine" });

  const edits = [{ field: "subject", revision: 2, by: "Bagus" }];
  actor.send({ type: "receive", record: record(2, { subject: "theirs", preheader: "theirs" }, edits) });

  expect(shown()).toEqual({ subject: "mine", preheader: "theirs" });
  expect(conflicts()).toEqual({ subject: { by: "Bagus" } });
  vi.advanceTimersByTime(AUTOSAVE_MS);
  expect(state()).toBe("conflicted");
  expect(calls).toEqual([]);
});

test("other fields are saved while one waits for the choice", () => {
  const { actor, calls, type } = start();
  type({ subject: "mine" });
  actor.send({ type: "receive", record: record(2, { subject: "theirs" }) });

  type({ preheader: "goes on" });
  vi.advanceTimersByTime(AUTOSAVE_MS);

  expect(calls.map(({ edits, baseRevision }) => [edits, baseRevision])).toEqual([[{ preheader: "goes on" }, 2]]);
});

test("my version is saved on top of theirs", () => {
  const { actor, calls, type, conflicts } = start();
  type({ subject: "mine" });
  actor.send({ type: "receive", record: record(2, { subject: "theirs" }) });

  actor.send({ type: "keepMine", field: "subject" });
  vi.advanceTimersByTime(AUTOSAVE_MS);

  expect(conflicts()).toEqual({});
  expect(calls.map(({ edits, baseRevision }) => [edits, baseRevision])).toEqual([[{ subject: "mine" }, 2]]);
});

test("their version takes the place of mine", () => {
  const { actor, calls, type, shown, state, conflicts } = start();
  type({ subject: "mine" });
  actor.send({ type: "receive", record: record(2, { subject: "theirs" }) });

  actor.send({ type: "useTheirs", field: "subject" });
  vi.advanceTimersByTime(AUTOSAVE_MS);

  expect([shown().subject, conflicts(), state(), calls]).toEqual(["theirs", {}, "clean", []]);
});

test("a refused field waits for the choice, before their version has arrived as well", async () => {
  const { actor, type, refuse, state, conflicts, shown } = start();
  type({ subject: "mine", preheader: "goes on" });
  actor.send({ type: "save" });

  await refuse(CONFLICT);
  expect(conflicts()).toEqual({ subject: { by: "" } });
  expect(state()).toBe("dirty");
  const edits = [{ field: "subject", revision: 2, by: "Bagus" }];
  actor.send({ type: "receive", record: record(2, { subject: "theirs" }, edits) });

  expect(conflicts()).toEqual({ subject: { by: "Bagus" } });
  expect(shown()).toEqual({ subject: "mine", preheader: "goes on" });
});

test("the focused field is not replaced, though it is saved", async () => {
  const { actor, type, accept, shown, conflicts, state } = start();
  actor.send({ type: "focus", field: "subject" });
  type({ subject: "mine" });
  actor.send({ type: "save" });
  await accept(record(2, { subject: "mine" }));

  const edits = [{ field: "subject", revision: 3, by: "Bagus" }];
  actor.send({ type: "receive", record: record(3, { subject: "theirs" }, edits) });
  expect([shown().subject, conflicts(), state()]).toEqual(["mine", { subject: { by: "Bagus" } }, "clean"]);
  actor.send({ type: "focus", field: undefined });
  expect(shown().subject).toBe("mine");
  actor.send({ type: "keepMine", field: "subject" });

  expect([shown().subject, state()]).toEqual(["mine", "dirty"]);
});

test("a teammate's line breaks are an edit like any other", () => {
  const { actor, type, conflicts } = start();
  type({ subject: "one two" });

  actor.send({ type: "receive", record: record(2, { subject: "one\ntwo" }) });

  expect(conflicts()).toEqual({ subject: { by: "" } });
});

test("an older record that arrives late changes nothing", async () => {
  const { actor, type, accept, shown } = start();
  type({ subject: "mine" });
  actor.send({ type: "save" });
  await accept(record(3, { subject: "mine", preheader: "newer" }));

  actor.send({ type: "receive", record: record(2, { subject: "", preheader: "older" }) });

  expect(shown()).toEqual({ subject: "mine", preheader: "newer" });
});

test("edits from before the end of a session don't replace newer ones", () => {
  const { actor, calls, shown, conflicts } = start();
  const edits = [
    { field: "subject", revision: 5, by: "Bagus" },
    { field: "preheader", revision: 2, by: "Bagus" },
  ];
  actor.send({ type: "receive", record: record(5, { subject: "theirs", preheader: "old" }, edits) });

  actor.send({ type: "restore", changed: { subject: "mine", preheader: "restored" }, revision: 2 });
  vi.advanceTimersByTime(AUTOSAVE_MS);

  expect(shown()).toEqual({ subject: "mine", preheader: "restored" });
  expect(conflicts()).toEqual({ subject: { by: "Bagus" } });
  expect(calls.map(({ edits, baseRevision }) => [edits, baseRevision])).toEqual([[{ preheader: "restored" }, 5]]);
});
