import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, fromPromise } from "xstate";
import {
  AUTOSAVE_DELAY_MS,
  createAutosaveMachine,
  RETRY_DELAY_MS,
  type SaveInput,
  type SaveOutcome,
} from "./autosave-machine";
import { type FieldEdit, type FieldRules, getUnsavedEdits, getValues, type StoredRecord } from "./edits";
import { buildPersistedEdits } from "./persisted-edits";

interface Values {
  readonly subject: string;
  readonly preheader: string;
}
type Input = SaveInput<Values>;

/** The server rejected a save at this revision because of these concurrent edits. */
class RejectedError extends Error {
  readonly conflicts: readonly string[];
  readonly revision: number;

  constructor(conflicts: readonly string[], revision: number) {
    super();
    this.conflicts = conflicts;
    this.revision = revision;
  }
}
const findRejection = (failure: unknown) => (failure instanceof RejectedError ? failure : undefined);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function buildRecord(
  revision: number,
  values: Partial<Values> = {},
  fieldEdits: FieldEdit[] = [],
): StoredRecord<Values> {
  return { revision, values: { subject: "", preheader: "", ...values }, fieldEdits };
}

/** A server that responds when the test decides. */
function startMachine(rules: FieldRules<Values> = {}) {
  const calls: (Input & { accept: (outcome: SaveOutcome<Values>) => void; refuse: (failure: unknown) => void })[] = [];
  const save = fromPromise<SaveOutcome<Values>, Input>(
    ({ input }) => new Promise((accept, refuse) => calls.push({ ...input, accept, refuse })),
  );
  const machine = createAutosaveMachine<Values>({ rejectionOf: findRejection, ...rules });
  const actor = createActor(machine.provide({ actors: { save } }), { input: { record: buildRecord(1) } }).start();
  const shown = () => getValues(actor.getSnapshot().context.edits);
  const state = () => actor.getSnapshot().value;
  const conflicts = () => actor.getSnapshot().context.edits.conflicts;
  const type = (changed: Partial<Values>) => actor.send({ type: "edit", changed });
  const accept = async (stored: StoredRecord<Values>, rejected?: SaveOutcome<Values>["rejected"]) => {
    calls.at(-1)?.accept({ record: stored, ...(rejected ? { rejected } : {}) });
    await vi.advanceTimersByTimeAsync(0);
  };
  const refuse = async (failure: unknown) => {
    calls.at(-1)?.refuse(failure);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { actor, calls, shown, state, conflicts, type, accept, refuse };
}

test("edits are saved once typing pauses, all of them in one call", async () => {
  const { calls, state, type, accept, shown } = startMachine();

  type({ subject: "H" });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS - 1);
  type({ subject: "Hi", preheader: "there" });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS - 1);
  expect(state()).toBe("dirty");
  vi.advanceTimersByTime(1);

  expect(state()).toBe("saving");
  expect(calls.map(({ edits, baseRevision }) => [edits, baseRevision])).toEqual([
    [{ subject: "Hi", preheader: "there" }, 1],
  ]);
  await accept(buildRecord(2, { subject: "Hi", preheader: "there" }));
  expect(state()).toBe("clean");
  expect(shown()).toEqual({ subject: "Hi", preheader: "there" });
});

test("a saved field still shows what was typed, with its spaces", async () => {
  const { actor, type, accept, shown } = startMachine();
  type({ subject: "For you " });
  actor.send({ type: "save" });

  await accept(buildRecord(2, { subject: "For you" }));
  expect(shown().subject).toBe("For you ");
  actor.send({ type: "receive", record: buildRecord(3, { subject: "For you", preheader: "theirs" }) });

  expect(shown()).toEqual({ subject: "For you ", preheader: "theirs" });
});

test("edits during a save go with the next one, on the revision of the first", async () => {
  const { actor, calls, state, type, accept, shown } = startMachine();
  type({ subject: "one" });
  actor.send({ type: "save" });

  type({ subject: "two" });
  expect(shown().subject).toBe("two");
  await accept(buildRecord(2, { subject: "one" }));
  expect(state()).toBe("dirty");
  expect(shown().subject).toBe("two");
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);

  expect(calls.map(({ edits, baseRevision }) => [edits, baseRevision])).toEqual([
    [{ subject: "one" }, 1],
    [{ subject: "two" }, 2],
  ]);
});

test("a failure keeps the edits, and the newest of them", async () => {
  const { actor, state, type, refuse } = startMachine();
  type({ subject: "one", preheader: "kept" });
  actor.send({ type: "save" });
  type({ subject: "two" });

  await refuse(new Error("offline"));

  expect(state()).toBe("failing");
  expect(actor.getSnapshot().context.failure).toEqual(new Error("offline"));
  expect(getUnsavedEdits(actor.getSnapshot().context.edits)).toEqual({ subject: "two", preheader: "kept" });
});

test("a failed save is repeated after a while, on request and after the next edit", async () => {
  const { actor, calls, type, refuse } = startMachine();
  type({ subject: "one" });
  actor.send({ type: "save" });
  await refuse(new Error("offline"));

  vi.advanceTimersByTime(RETRY_DELAY_MS);
  expect(calls.length).toBe(2);
  await refuse(new Error("offline"));
  actor.send({ type: "save" });
  expect(calls.length).toBe(3);
  await refuse(new Error("offline"));
  type({ subject: "two" });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);

  expect(calls.at(-1)?.edits).toEqual({ subject: "two" });
  expect(actor.getSnapshot().context.failure).toBeUndefined();
});

test("a lost answer is no conflict with oneself", async () => {
  const { actor, type, refuse, conflicts, shown } = startMachine();
  type({ subject: "one" });
  actor.send({ type: "save" });
  await refuse(new Error("offline"));
  type({ subject: "one two" });

  actor.send({ type: "receive", record: buildRecord(2, { subject: "one" }) });

  expect(conflicts()).toEqual({});
  expect(shown().subject).toBe("one two");
});

test("what a teammate stores is shown, except in a field with unsaved edits", () => {
  const { actor, calls, type, shown, conflicts, state } = startMachine();
  type({ subject: "mine" });

  const edits = [{ field: "subject", revision: 2, by: "Bagus" }];
  actor.send({ type: "receive", record: buildRecord(2, { subject: "theirs", preheader: "theirs" }, edits) });

  expect(shown()).toEqual({ subject: "mine", preheader: "theirs" });
  expect(conflicts()).toEqual({ subject: { by: "Bagus", baseRevision: 1 } });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);
  expect(state()).toBe("conflicted");
  expect(calls).toEqual([]);
});

test("other fields are saved while one waits for the choice", () => {
  const { actor, calls, type } = startMachine();
  type({ subject: "mine" });
  actor.send({ type: "receive", record: buildRecord(2, { subject: "theirs" }) });

  type({ preheader: "goes on" });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);

  expect(calls.map(({ edits, baseRevision }) => [edits, baseRevision])).toEqual([[{ preheader: "goes on" }, 2]]);
});

test("my version is saved on top of theirs", () => {
  const { actor, calls, type, conflicts } = startMachine();
  type({ subject: "mine" });
  actor.send({ type: "receive", record: buildRecord(2, { subject: "theirs" }) });

  actor.send({ type: "keepMine", field: "subject" });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);

  expect(conflicts()).toEqual({});
  expect(calls.map(({ edits, baseRevision }) => [edits, baseRevision])).toEqual([[{ subject: "mine" }, 2]]);
});

test("their version takes the place of mine", () => {
  const { actor, calls, type, shown, state, conflicts } = startMachine();
  type({ subject: "mine" });
  actor.send({ type: "receive", record: buildRecord(2, { subject: "theirs" }) });

  actor.send({ type: "useTheirs", field: "subject" });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);

  expect([shown().subject, conflicts(), state(), calls]).toEqual(["theirs", {}, "clean", []]);
});

test("a refused field waits for the choice, before their version has arrived as well", async () => {
  const { actor, type, refuse, state, conflicts, shown } = startMachine();
  type({ subject: "mine", preheader: "goes on" });
  actor.send({ type: "save" });

  await refuse(new RejectedError(["subject"], 2));
  expect(conflicts()).toEqual({ subject: { by: "", baseRevision: 1 } });
  expect(state()).toBe("dirty");
  const edits = [{ field: "subject", revision: 2, by: "Bagus" }];
  actor.send({ type: "receive", record: buildRecord(2, { subject: "theirs" }, edits) });

  expect(conflicts()).toEqual({ subject: { by: "Bagus", baseRevision: 1 } });
  expect(shown()).toEqual({ subject: "mine", preheader: "goes on" });
});

test("the focused field is not replaced, though it is saved", async () => {
  const { actor, type, accept, shown, conflicts, state } = startMachine();
  actor.send({ type: "focus", field: "subject" });
  type({ subject: "mine" });
  actor.send({ type: "save" });
  await accept(buildRecord(2, { subject: "mine" }));

  const edits = [{ field: "subject", revision: 3, by: "Bagus" }];
  actor.send({ type: "receive", record: buildRecord(3, { subject: "theirs" }, edits) });
  expect([shown().subject, conflicts(), state()]).toEqual([
    "mine",
    { subject: { by: "Bagus", baseRevision: 2 } },
    "clean",
  ]);
  actor.send({ type: "focus", field: undefined });
  expect(shown().subject).toBe("mine");
  actor.send({ type: "keepMine", field: "subject" });

  expect([shown().subject, state()]).toEqual(["mine", "dirty"]);
});

test("a teammate's line breaks are an edit like any other", () => {
  const { actor, type, conflicts } = startMachine();
  type({ subject: "one two" });

  actor.send({ type: "receive", record: buildRecord(2, { subject: "one\ntwo" }) });

  expect(conflicts()).toEqual({ subject: { by: "", baseRevision: 1 } });
});

test("an older record that arrives late changes nothing", async () => {
  const { actor, type, accept, shown } = startMachine();
  type({ subject: "mine" });
  actor.send({ type: "save" });
  await accept(buildRecord(3, { subject: "mine", preheader: "newer" }));

  actor.send({ type: "receive", record: buildRecord(2, { subject: "", preheader: "older" }) });

  expect(shown()).toEqual({ subject: "mine", preheader: "newer" });
});

test("edits from before the end of a session don't replace newer ones", () => {
  const { actor, calls, shown, conflicts } = startMachine();
  const edits = [
    { field: "subject", revision: 5, by: "Bagus" },
    { field: "preheader", revision: 2, by: "Bagus" },
  ];
  actor.send({ type: "receive", record: buildRecord(5, { subject: "theirs", preheader: "old" }, edits) });

  const changed = { subject: "mine", preheader: "restored" };
  actor.send({
    type: "restore",
    kept: { changed, bases: { subject: { revision: 2 }, preheader: { revision: 2 } }, unanswered: {} },
  });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);

  expect(shown()).toEqual({ subject: "mine", preheader: "restored" });
  expect(conflicts()).toEqual({ subject: { by: "Bagus", baseRevision: 2 } });
  expect(calls.map(({ edits, baseRevision }) => [edits, baseRevision])).toEqual([[{ preheader: "restored" }, 5]]);
});

test("a conflict is still open after the page was loaded again", () => {
  const before = startMachine();
  before.type({ subject: "mine", preheader: "mine too" });
  const theirs = buildRecord(2, { subject: "theirs" }, [{ field: "subject", revision: 2, by: "Bagus" }]);
  before.actor.send({ type: "receive", record: theirs });

  const { actor, calls, shown, conflicts } = startMachine();
  actor.send({ type: "receive", record: theirs });
  actor.send({ type: "restore", kept: buildPersistedEdits(before.actor.getSnapshot().context.edits) });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);

  expect(shown()).toEqual({ subject: "mine", preheader: "mine too" });
  expect(conflicts()).toEqual({ subject: { by: "Bagus", baseRevision: 1 } });
  expect(calls.map(({ edits }) => edits)).toEqual([{ preheader: "mine too" }]);
});

test("a save that was under way when the page was closed is no conflict with oneself", () => {
  const before = startMachine();
  before.type({ subject: "one" });
  before.actor.send({ type: "save" });
  before.type({ subject: "one two" });

  const { actor, conflicts, shown } = startMachine();
  actor.send({
    type: "receive",
    record: buildRecord(2, { subject: "one" }, [{ field: "subject", revision: 2, by: "Alice" }]),
  });
  actor.send({ type: "restore", kept: buildPersistedEdits(before.actor.getSnapshot().context.edits) });

  expect([conflicts(), shown().subject]).toEqual([{}, "one two"]);
});

test("none of several lost answers is a conflict with oneself", async () => {
  const { actor, type, refuse, conflicts, shown } = startMachine();
  for (const subject of ["one", "one two", "one two three"]) {
    type({ subject });
    actor.send({ type: "save" });
    await refuse(new Error("offline"));
  }

  actor.send({ type: "receive", record: buildRecord(2, { subject: "one" }) });

  expect([conflicts(), shown().subject]).toEqual([{}, "one two three"]);
});

test("a save that is rejected for one's own lost save goes on", async () => {
  const { actor, calls, type, refuse, conflicts } = startMachine();
  type({ subject: "one" });
  actor.send({ type: "save" });
  await refuse(new Error("offline"));
  type({ subject: "one two" });
  actor.send({ type: "save" });
  await refuse(new RejectedError(["subject"], 2));

  actor.send({ type: "receive", record: buildRecord(2, { subject: "one" }) });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS);

  expect(conflicts()).toEqual({});
  expect(calls.at(-1)).toMatchObject({ edits: { subject: "one two" }, baseRevision: 2 });
});

test("a teammate who sets again what one had saved is in conflict", async () => {
  const { actor, type, accept, conflicts } = startMachine();
  type({ subject: "A" });
  actor.send({ type: "save" });
  await accept(buildRecord(2, { subject: "A" }));
  type({ subject: "C" });
  for (const [revision, subject] of [
    [3, "B"],
    [4, "A"],
  ] as const) {
    actor.send({
      type: "receive",
      record: buildRecord(revision, { subject }, [{ field: "subject", revision, by: "Bagus" }]),
    });
  }

  expect(conflicts()).toEqual({ subject: { by: "Bagus", baseRevision: 2 } });
});

test("a teammate who sets what one had saved before is in conflict", async () => {
  const { actor, type, accept, conflicts } = startMachine();
  for (const [revision, subject] of [
    [2, "A"],
    [3, "B"],
  ] as const) {
    type({ subject });
    actor.send({ type: "save" });
    await accept(buildRecord(revision, { subject }));
  }
  type({ subject: "C" });

  const edits = [{ field: "subject", revision: 4, by: "Bagus" }];
  actor.send({ type: "receive", record: buildRecord(4, { subject: "A" }, edits) });

  expect(conflicts()).toEqual({ subject: { by: "Bagus", baseRevision: 3 } });
});

test("a save that arrives before its response is no conflict, however the server stores it", async () => {
  const { actor, type, accept, conflicts, shown } = startMachine();
  actor.send({ type: "focus", field: "subject" });
  type({ subject: "News & more" });
  actor.send({ type: "save" });
  const stored = buildRecord(2, { subject: "News more" }, [{ field: "subject", revision: 2, by: "Alice" }]);
  actor.send({ type: "receive", record: stored });
  await accept(stored);

  expect([conflicts(), shown().subject]).toEqual([{}, "News & more"]);
  actor.send({ type: "focus", field: undefined });
  expect(shown().subject).toBe("News more");
});

test("what the server stores in another form is compared in that form", () => {
  const { actor, type, conflicts } = startMachine({ storedForm: (_field, value) => String(value).replace("&", "") });
  type({ subject: "News & more", preheader: "unsaved" });
  actor.send({ type: "save" });

  actor.send({ type: "receive", record: buildRecord(2, { subject: "News more", preheader: "unsaved" }) });

  expect(conflicts()).toEqual({});
});

test("theirs is shown when it is chosen during a save, whatever becomes of that save", async () => {
  for (const end of ["stored before theirs", "rejected", "lost"]) {
    const { actor, type, accept, refuse, shown, conflicts, state } = startMachine();
    type({ subject: "mine" });
    actor.send({ type: "save" });
    const edits = [{ field: "subject", revision: 3, by: "Bagus" }];
    actor.send({ type: "receive", record: buildRecord(3, { subject: "theirs" }, edits) });

    actor.send({ type: "useTheirs", field: "subject" });
    expect(shown().subject, end).toBe("theirs");
    if (end === "rejected") await refuse(new RejectedError(["subject"], 3));
    else if (end === "lost") await refuse(new Error("offline"));
    else await accept(buildRecord(2, { subject: "mine" }, [{ field: "subject", revision: 2, by: "Alice" }]));

    expect([shown().subject, conflicts(), state()], end).toEqual(["theirs", {}, "clean"]);
  }
});

test("what a save has stored in part is not sent again, and what was rejected waits for an edit", async () => {
  const { actor, calls, state, type, accept } = startMachine();
  type({ subject: "{{", preheader: "fine" });
  actor.send({ type: "save" });
  const failure = new RejectedError([], 1);
  await accept(buildRecord(2, { preheader: "fine" }), { fields: ["subject"], failure });

  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS * 3);
  expect([state(), calls.length]).toEqual(["failing", 1]);
  expect(actor.getSnapshot().context.failure).toBe(failure);
  type({ subject: "{{ name }}" });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);
  expect(calls.at(-1)?.edits).toEqual({ subject: "{{ name }}" });
});

test("what is edited while a save is rejected is saved, whether all of it or a part is rejected", async () => {
  const { calls, state, type, accept, refuse } = startMachine();
  type({ subject: "{{", preheader: "there" });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);
  type({ subject: "Hi {{" });
  await accept(buildRecord(2, { preheader: "there" }), { fields: ["subject"], failure: new RejectedError([], 2) });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);
  expect(calls.at(-1)?.edits).toEqual({ subject: "Hi {{" });

  type({ subject: "Hi" });
  await refuse(new RejectedError([], 2));
  expect(state()).toBe("dirty");
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);

  expect(calls.map(({ edits }) => edits)).toEqual([
    { subject: "{{", preheader: "there" },
    { subject: "Hi {{" },
    { subject: "Hi" },
  ]);
  await accept(buildRecord(3, { subject: "Hi", preheader: "there" }));
  expect(state()).toBe("clean");
});

test("a rejected save is sent again once another record arrives", async () => {
  const { actor, calls, type, refuse } = startMachine();
  type({ subject: "mine" });
  actor.send({ type: "save" });
  await refuse(new RejectedError([], 1));
  actor.send({ type: "receive", record: buildRecord(1) });
  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS * 3);
  expect(calls.length).toBe(1);

  actor.send({ type: "receive", record: buildRecord(2, { preheader: "theirs" }) });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);
  expect(calls.length).toBe(2);
});

test("a field with something unfinished is not replaced, and is saved once it is finished", () => {
  const { actor, calls, type, shown, conflicts } = startMachine();
  actor.send({ type: "unfinished", field: "subject", isUnfinished: true });
  const edits = [{ field: "subject", revision: 2, by: "Bagus" }];
  actor.send({ type: "receive", record: buildRecord(2, { subject: "theirs" }, edits) });
  expect([shown().subject, conflicts()]).toEqual(["", { subject: { by: "Bagus", baseRevision: 1 } }]);

  actor.send({ type: "keepMine", field: "subject" });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);
  expect([conflicts(), calls]).toEqual([{}, []]);
  type({ subject: "finished" });
  actor.send({ type: "unfinished", field: "subject", isUnfinished: false });
  vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);
  expect(calls[0]).toMatchObject({ edits: { subject: "finished" }, baseRevision: 2 });
});

test("fields that are rejected together are in conflict with the same author", async () => {
  const { actor, type, refuse, conflicts } = startMachine({ linkedFields: () => ["subject", "preheader"] });
  type({ subject: "mine", preheader: "mine" });
  actor.send({ type: "save" });
  await refuse(new RejectedError(["subject"], 2));
  const edits = [{ field: "subject", revision: 2, by: "Bagus" }];
  actor.send({ type: "receive", record: buildRecord(2, { subject: "theirs" }, edits) });

  const conflict = { by: "Bagus", baseRevision: 1 };
  expect(conflicts()).toEqual({ subject: conflict, preheader: conflict });
});

test("fields that fit together alone are in conflict together, and chosen together", () => {
  const rules: FieldRules<Values> = { linkedFields: () => ["subject", "preheader"] };
  for (const choice of ["keepMine", "useTheirs"] as const) {
    const { actor, calls, type, shown, conflicts } = startMachine(rules);
    type({ subject: "mine", preheader: "mine" });
    const edits = [{ field: "subject", revision: 2, by: "Bagus" }];
    actor.send({ type: "receive", record: buildRecord(2, { subject: "theirs" }, edits) });
    expect(Object.keys(conflicts())).toEqual(["subject", "preheader"]);

    actor.send({ type: choice, field: "preheader" });
    vi.advanceTimersByTime(AUTOSAVE_DELAY_MS);

    const mine = { subject: "mine", preheader: "mine" };
    expect([shown(), conflicts()]).toEqual([choice === "keepMine" ? mine : { subject: "theirs", preheader: "" }, {}]);
    expect(calls.map(({ edits }) => edits)).toEqual(choice === "keepMine" ? [mine] : []);
  }
});
