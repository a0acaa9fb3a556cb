import { assign, fromPromise, not, setup } from "xstate";
import {
  createEdits,
  type Edits,
  type FieldRules,
  getSavableEdits,
  getUnsavedEdits,
  type StoredRecord,
  withEdits,
  withFocus,
  withMine,
  withRecord,
  withRejected,
  withSaveDone,
  withSaveFailed,
  withSaveStarted,
  withTheirs,
  withUnfinished,
} from "./edits";
import { type PersistedEdits, withRestored } from "./persisted-edits";

/** Pause in typing before a save starts. */
export const AUTOSAVE_DELAY_MS = 800;
/** Delay before a failed save is repeated. */
export const RETRY_DELAY_MS = 10_000;

export interface SaveInput<Values extends object> {
  readonly edits: Partial<Values>;
  /** The revision that the user has seen. The server rejects a field that someone else has edited since. */
  readonly baseRevision: number;
}

/** What a save stored, and which fields the server rejected. */
export interface SaveOutcome<Values extends object> {
  readonly record: StoredRecord<Values>;
  readonly rejected?: { readonly fields: readonly string[]; readonly failure: unknown };
}

/** The server rejected the whole save: it stored nothing and would reject the same save again. */
export interface Rejection {
  /** Fields that someone else has edited since the base revision of the save. */
  readonly conflicts: readonly string[];
  /** Revision of the record at the rejection. */
  readonly revision: number;
}

interface Options<Values extends object> extends FieldRules<Values> {
  /** Reads the rejection from a failure; undefined where the save might be stored or might succeed later. */
  readonly rejectionOf: (failure: unknown) => Rejection | undefined;
}

interface Context<Values extends object> {
  readonly edits: Edits<Values>;
  /** Failure of the last save, or of a part of it. */
  readonly failure: unknown;
}

type AutosaveEvent<Values extends object> =
  | { type: "edit"; changed: Partial<Values> }
  | { type: "restore"; kept: PersistedEdits<Values> }
  | { type: "receive"; record: StoredRecord<Values> }
  | { type: "focus"; field: keyof Values | undefined }
  | { type: "unfinished"; field: keyof Values; isUnfinished: boolean }
  | { type: "keepMine"; field: keyof Values }
  | { type: "useTheirs"; field: keyof Values }
  | { type: "save" };

function isEmpty(values: object): boolean {
  return Object.keys(values).length === 0;
}

/**
 * A record that saves itself during editing. A failed save is retried. A rejected save is only repeated after an edit,
 * another record or a request.
 *
 * In `conflicted`, all unsaved edits wait for the user's choice. A conflict or unfinished field without an unsaved edit
 * leaves the machine `clean`; see `findOpenTask`.
 */
export function createAutosaveMachine<Values extends object>({ rejectionOf, ...rules }: Options<Values>) {
  const isRejected = (failure: unknown): boolean => rejectionOf(failure) !== undefined;
  return setup({
    types: {
      context: {} as Context<Values>,
      events: {} as AutosaveEvent<Values>,
      input: {} as { readonly record: StoredRecord<Values> },
    },
    actors: {
      save: fromPromise<SaveOutcome<Values>, SaveInput<Values>>(() => Promise.reject(new Error("actor not provided"))),
    },
    actions: {
      apply: assign({
        edits: ({ context: { edits }, event }) => {
          switch (event.type) {
            case "edit":
              return withEdits(edits, event.changed);
            case "restore":
              return withRestored(edits, event.kept);
            case "receive":
              return withRecord(edits, event.record);
            case "focus":
              return withFocus(edits, event.field);
            case "unfinished":
              return withUnfinished(edits, event.field, event.isUnfinished);
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
      hasSavable: ({ context }) => !isEmpty(getSavableEdits(context.edits)),
      hasUnsaved: ({ context }) => !isEmpty(getUnsavedEdits(context.edits)),
      canRetry: ({ context }) => !isRejected(context.failure) && !isEmpty(getSavableEdits(context.edits)),
      isNewRecord: ({ context, event }) =>
        event.type === "receive" && event.record.revision > context.edits.stored.revision,
    },
    delays: { autosave: AUTOSAVE_DELAY_MS, retry: RETRY_DELAY_MS },
  }).createMachine({
    id: "autosave",
    context: ({ input }) => ({ edits: createEdits(input.record, rules), failure: undefined }),
    initial: "clean",
    on: {
      receive: { actions: "apply" },
      focus: { actions: "apply" },
      unfinished: { actions: "apply" },
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
      /** Chooses the state that fits the edits. */
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
          // Edits made during a rejected save change the next save, which is sent as usual.
          onDone: [
            {
              guard: ({ context, event }) =>
                event.output.rejected !== undefined && isEmpty(getSavableEdits(context.edits)),
              target: "failing",
              actions: assign({
                edits: ({ context, event: { output } }) =>
                  withSaveDone(context.edits, output.record, output.rejected?.fields),
                failure: ({ event }) => event.output.rejected?.failure,
              }),
            },
            {
              target: "choosing",
              actions: assign({
                edits: ({ context, event: { output } }) =>
                  withSaveDone(context.edits, output.record, output.rejected?.fields),
              }),
            },
          ],
          onError: [
            {
              guard: ({ event }) => (rejectionOf(event.error)?.conflicts.length ?? 0) > 0,
              target: "choosing",
              actions: assign({
                edits: ({ context, event }) => {
                  const rejection = rejectionOf(event.error);
                  return withRejected(context.edits, rejection?.conflicts ?? [], rejection?.revision ?? 0);
                },
              }),
            },
            {
              guard: ({ context, event }) => isRejected(event.error) && !isEmpty(getSavableEdits(context.edits)),
              target: "choosing",
              actions: assign({ edits: ({ context }) => withSaveFailed(context.edits, true) }),
            },
            {
              target: "failing",
              actions: assign({
                edits: ({ context, event }) => withSaveFailed(context.edits, isRejected(event.error)),
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
        // The user might have discarded the failed edits for a teammate's version.
        always: { guard: not("hasUnsaved"), target: "clean" },
        after: { retry: { guard: "canRetry", target: "saving" } },
        on: {
          receive: { guard: "isNewRecord", target: "choosing", actions: "apply" },
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
