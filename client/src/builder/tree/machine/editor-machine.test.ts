import { expect, test } from "vitest";
import { createActor } from "xstate";
import { getBlockedReason, type ScreenStatus } from "../../screen/stages";
import { editorMachine } from "./editor-machine";

function startActor(facts: Partial<ScreenStatus> = {}) {
  const actor = createActor(editorMachine, { input: facts }).start();
  return { actor, now: () => actor.getSnapshot() };
}

const READY: Partial<ScreenStatus> = { document: "ready" };

test("it loads until the document is there, and stays open while the line is down", () => {
  const { actor, now } = startActor();
  expect(now().value).toEqual({ screen: "loading", pointer: "idle" });

  actor.send({ type: "facts", facts: READY });
  expect(now().value).toMatchObject({ screen: "editing" });
  actor.send({ type: "facts", facts: { document: "offline" } });
  expect(now().value).toEqual({ screen: "editing", pointer: "idle" });
  actor.send({ type: "facts", facts: { document: "loading" } });
  expect(now().value).toMatchObject({ screen: "editing" });
});

test.for<[Partial<ScreenStatus>, string]>([
  [{ isSuspended: true, document: "locked" }, "suspended"],
  [{ document: "locked", isNarrow: true }, "locked"],
  [{ document: "refused", isNarrow: true }, "refused"],
  [{ isNarrow: true }, "narrow"],
])("what blocks it is said in order: %j is %s", ([facts, why]) => {
  const { now } = startActor({ ...READY, ...facts });
  expect(now().value).toMatchObject({ screen: "blocked" });
  expect(getBlockedReason(now().context.facts)).toBe(why);
});

test("what blocked it gone, it goes on with what was selected", () => {
  const { actor, now } = startActor(READY);
  actor.send({ type: "select", id: "a" });
  actor.send({ type: "facts", facts: { isNarrow: true } });
  actor.send({ type: "select", id: "b" });
  actor.send({ type: "facts", facts: { isNarrow: false } });

  expect(now().value).toMatchObject({ screen: "editing" });
  expect(now().context.selected).toBe("a");
});

test("what is lifted is aimed, and dropped or given up", () => {
  const { actor, now } = startActor(READY);
  actor.send({ type: "lift", ids: ["a"], at: 2 });
  actor.send({ type: "aim", at: 3 });
  expect(now().value).toMatchObject({ pointer: "lifted" });
  expect(now().context.lifted).toEqual({ ids: ["a"], piece: undefined, at: 3 });

  actor.send({ type: "cancel" });
  expect(now().value).toMatchObject({ pointer: "idle" });
  expect(now().context.lifted).toBeNull();
});

test("nothing is lifted while it is blocked, and what was in the hand is let go", () => {
  const { actor, now } = startActor(READY);
  actor.send({ type: "lift", ids: ["a"], at: 0 });
  actor.send({ type: "facts", facts: { document: "locked" } });
  expect(now().value).toMatchObject({ screen: "blocked", pointer: "idle" });

  actor.send({ type: "lift", ids: ["a"], at: 0 });
  expect(now().context.lifted).toBeNull();
});

test("nothing is written or lifted while the saved version is restored, and the document stays on screen", () => {
  const { actor, now } = startActor(READY);
  actor.send({ type: "write", id: "a", field: "words" });
  actor.send({ type: "facts", facts: { document: "restoring" } });
  expect(now().value).toMatchObject({ screen: "editing" });
  expect(now().context.writing).toBeNull();

  actor.send({ type: "lift", ids: ["a"], at: 0 });
  expect(now().context.lifted).toBeNull();
  actor.send({ type: "facts", facts: { isNarrow: true } });
  actor.send({ type: "facts", facts: { isNarrow: false } });
  expect(now().value).toMatchObject({ screen: "editing", pointer: "idle" });
});

test("writing ends with another selection and when something is lifted", () => {
  const { actor, now } = startActor(READY);
  actor.send({ type: "write", id: "a", field: "words" });
  expect(now().context).toMatchObject({ selected: "a", writing: { id: "a", field: "words" } });
  actor.send({ type: "select", id: "a" });
  expect(now().context.writing).not.toBeNull();
  actor.send({ type: "select", id: "b" });
  expect(now().context.writing).toBeNull();

  actor.send({ type: "write", id: "b", field: "words" });
  actor.send({ type: "drag", ids: ["b"] });
  expect(now().context.writing).toBeNull();
});

test("what another took out is neither selected nor in the hand any more", () => {
  const { actor, now } = startActor(READY);
  actor.send({ type: "select", id: "a" });
  actor.send({ type: "hover", id: "b" });
  actor.send({ type: "lift", ids: ["a"], at: 1 });

  actor.send({ type: "gone", isThere: (id) => id !== "a" });

  expect(now().context).toMatchObject({ selected: null, hovered: "b", lifted: null });
  expect(now().value).toMatchObject({ pointer: "idle" });
});
