import { expect, test } from "vitest";
import { createActor } from "xstate";
import type { ScreenStatus } from "../../screen/stages";
import { graphMachine } from "./graph-machine";

function startActor(input: Partial<ScreenStatus> = { document: "ready" }) {
  const actor = createActor(graphMachine, { input }).start();
  return { actor, now: () => actor.getSnapshot() };
}

test("nothing is selected before the document is there", () => {
  const { actor, now } = startActor({ document: "loading" });
  actor.send({ type: "select", ids: ["a"] });
  expect(now().context.selected).toEqual([]);

  actor.send({ type: "facts", facts: { document: "ready" } });
  actor.send({ type: "select", ids: ["a", "b"] });

  expect(now().context.selected).toEqual(["a", "b"]);
});

test.each([{ document: "restoring" }, { document: "locked" }, { isNarrow: true }, { isSuspended: true }] as const)(
  "the list of connections closes when the document cannot be edited: %o",
  (facts) => {
    const { actor, now } = startActor();
    actor.send({ type: "connect", node: "a" });
    expect(now().matches({ selection: "connecting" })).toBe(true);

    actor.send({ type: "facts", facts });

    expect([now().value.selection, now().context.connecting]).toEqual(["idle", null]);
  },
);

test("what is deleted is neither selected nor connected", () => {
  const { actor, now } = startActor();
  actor.send({ type: "select", ids: ["a", "b"] });
  actor.send({ type: "connect", node: "a" });
  const before = now().context.selected;

  actor.send({ type: "gone", isThere: () => true });
  expect(now().context.selected).toBe(before);
  actor.send({ type: "gone", isThere: (id) => id !== "a" });

  expect([now().context.selected, now().value.selection]).toEqual([["b"], "idle"]);
});
