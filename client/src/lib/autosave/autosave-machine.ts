import { assign, fromPromise, setup } from "xstate";
import {
  type Edits,
  editsOf,
  type StoredRecord,
  savableOf,
  unsavedOf,
  withEdits,
  withMine,
  withRecord,
  withRefused,
  withRestored,
  withSaveDone,
  withSaveFailed,
  withSaveStarted,
  withTheirs,
} from "./edits";

/** A save begins after a pause in typing of this length. */
export const AUTOSAVE_MS = 800;
/** A save that failed is repeated after this time. */
export const RETRY_MS = 10_000;

export interface SaveInput<Values extends object> {
  readonly edits: Partial<Values>;
  /** The revision that the person has seen. The server refuses a field that someone else has edited since. */
  readonly baseRevision: number;
}

interface Context<Values extends object> {
  readonly edits: Edits<Values>;
  /** Why the last save failed. */
  readonly failure: unknown;
}

type AutosaveEvent<Values extends object> =
  | { type: "edit"; changed: Partial<Values> }
  | { type: "restore"; changed: Partial<Values>; revision: number }
  | { type: "receive"; record: StoredRecord<Values> }
  | { type: "focus"; field: keyof Values | undefined }
  | { type: "keepMine"; field: keyof Values }
  | { type: "useTheirs"; field: keyof Values }
  | { type: "save" };

function isEmpty(values: object): boolean {
  return Object.keys(values).length === 0;
}

/**
 * A record that saves itself while it is edited. `conflictsOf` reads from the failure of a save which fields someone
 * else has edited; undefined when it failed for another reason.
 *
 * `conflicted` is the state in which everything unsaved waits for the person's choice.
 */
export function createAutosaveMachine<Values extends object>(
  conflictsOf: (failure: unknown) => readonly string[] | undefined,
) {
  type Save = StoredRecord<Values> | undefined;
  return setup({
    types: {
      context: {} as Context<Values>,
      events: {} as AutosaveEvent<Values>,
      input: {} as { readonly record: StoredRecord<Values> },
    },
    actors: {
      save: fromPromise<Save, SaveInput<Values>>(() => Promise.reject(new Error("actor not provided"))),
    },
    actions: {
      apply: assign({
        edits: ({ context: { edits }, event }) => {
          switch (event.type) {
            case "edit":
              return withEdits(edits, event.changed);
            case "restore":
              return withRestored(edits, event.changed, event.revision);
            case "receive":
              return withRecord(edits, event.record);
            case "focus":
              return { ...edits, focused: event.field };
            case "keepMine":
              return withMine(edits, event.field);
            case "useTheirs":
              return withTheirs(edits, event.field);
            default:
              return edits;
          }
        },
      }),
      startSave: assign({ edits: ({ context }) => withSaveStarted(context.edits), failure: undefined }),
    },
    guards: {
      hasSavable: ({ context }) => !isEmpty(savableOf(context.edits)),
      hasUnsaved: ({ context }) => !isEmpty(unsavedOf(context.edits)),
    },
    delays: { autosave: AUTOSAVE_MS, retry: RETRY_MS },
  }).createMachine({
    id: "autosave",
    context: ({ input }) => ({ edits: editsOf(input.record), failure: undefined }),
    initial: "clean",
    on: {
      receive: { actions: "apply" },
      focus: { actions: "apply" },
    },
    states: {
      clean: {
        on: {
          edit: { target: "choosing", actions: "apply" },
          restore: { target: "choosing", actions: "apply" },
          keepMine: { target: "choosing", actions: "apply" },
          useTheirs: { actions: "apply" },
        },
      },
      /** Which state the edits belong to. */
      choosing: {
        always: [
          { guard: "hasSavable", target: "dirty" },
          { guard: "hasUnsaved", target: "conflicted" },
          { target: "clean" },
        ],
      },
      dirty: {
        after: { autosave: [{ guard: "hasSavable", target: "saving" }, { target: "choosing" }] },
        on: {
          edit: { target: "choosing", actions: "apply" },
          restore: { target: "choosing", actions: "apply" },
          keepMine: { target: "choosing", actions: "apply" },
          useTheirs: { target: "choosing", actions: "apply" },
          save: [{ guard: "hasSavable", target: "saving" }, { target: "choosing" }],
        },
      },
      conflicted: {
        on: {
          edit: { target: "choosing", actions: "apply" },
          restore: { target: "choosing", actions: "apply" },
          receive: { target: "choosing", actions: "apply" },
          keepMine: { target: "choosing", actions: "apply" },
          useTheirs: { target: "choosing", actions: "apply" },
        },
      },
      saving: {
        entry: "startSave",
        invoke: {
          src: "save",
          input: ({ context }) => ({
            edits: context.edits.saving,
            baseRevision: context.edits.stored.revision,
          }),
          onDone: {
            target: "choosing",
            actions: assign({ edits: ({ context, event }) => withSaveDone(context.edits, event.output) }),
          },
          onError: [
            {
              guard: ({ event }) => conflictsOf(event.error) !== undefined,
              target: "choosing",
              actions: assign({
                edits: ({ context, event }) =>
                  withRefused(withSaveFailed(context.edits), conflictsOf(event.error) ?? []),
              }),
            },
            {
              target: "failing",
              actions: assign({
                edits: ({ context }) => withSaveFailed(context.edits),
                failure: ({ event }) => event.error,
              }),
            },
          ],
        },
        on: {
          edit: { actions: "apply" },
          restore: { actions: "apply" },
          keepMine: { actions: "apply" },
          useTheirs: { actions: "apply" },
        },
      },
      failing: {
        after: { retry: [{ guard: "hasSavable", target: "saving" }, { target: "choosing" }] },
        on: {
          edit: { target: "choosing", actions: "apply" },
          restore: { target: "choosing", actions: "apply" },
          keepMine: { target: "choosing", actions: "apply" },
          useTheirs: { target: "choosing", actions: "apply" },
          save: [{ guard: "hasSavable", target: "saving" }, { target: "choosing" }],
        },
      },
    },
  });
}
