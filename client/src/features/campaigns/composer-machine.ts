import { assign, fromPromise, setup } from "xstate";
import type { Edits } from "./draft";

/** Typing pauses this long before what was typed is saved. */
export const AUTOSAVE_MS = 800;
/** A save that failed for want of an answer is tried again by itself after this long. */
export const RETRY_MS = 10_000;

interface Context {
  /** What was edited and is not on its way to the server yet. */
  readonly waiting: Edits;
  /** What the save under way takes along. */
  readonly flying: Edits;
  /** Why the last save failed. */
  readonly failure: unknown;
}

type ComposerEvent = { type: "edit"; edits: Edits } | { type: "save" };

export function isEmpty(edits: Edits): boolean {
  return Object.keys(edits).length === 0;
}

/** Everything that is not on the server yet; the newer edit of a field counts. */
export function unsaved({ waiting, flying }: Context): Edits {
  return { ...flying, ...waiting };
}

/**
 * A draft as it is saved while it is written: clean, dirty, saving, failing. It holds only what the server does not
 * have yet; nothing typed is lost by a failure, and what was typed during a save goes with the next one.
 */
export const composerMachine = setup({
  types: { context: {} as Context, events: {} as ComposerEvent },
  actors: { save: fromPromise<void, Edits>(() => Promise.reject(new Error("actor not provided"))) },
  actions: {
    keep: assign({
      waiting: ({ context, event }) =>
        event.type === "edit" ? { ...context.waiting, ...event.edits } : context.waiting,
    }),
    take: assign({ flying: ({ context }) => context.waiting, waiting: {}, failure: undefined }),
    giveBack: assign({ waiting: ({ context }) => unsaved(context), flying: {} }),
  },
  guards: { hasMore: ({ context }) => !isEmpty(context.waiting) },
  delays: { autosave: AUTOSAVE_MS, retry: RETRY_MS },
}).createMachine({
  id: "composer",
  context: { waiting: {}, flying: {}, failure: undefined },
  initial: "clean",
  states: {
    clean: { on: { edit: { target: "dirty", actions: "keep" } } },
    dirty: {
      after: { autosave: "saving" },
      on: { edit: { target: "dirty", reenter: true, actions: "keep" }, save: "saving" },
    },
    saving: {
      entry: "take",
      invoke: {
        src: "save",
        input: ({ context }) => context.flying,
        onDone: [
          { guard: "hasMore", target: "dirty", actions: assign({ flying: {} }) },
          { target: "clean", actions: assign({ flying: {} }) },
        ],
        onError: {
          target: "failing",
          actions: ["giveBack", assign({ failure: ({ event }) => event.error })],
        },
      },
      on: { edit: { actions: "keep" } },
    },
    failing: {
      after: { retry: "saving" },
      on: { edit: { target: "dirty", actions: "keep" }, save: "saving" },
    },
  },
});
