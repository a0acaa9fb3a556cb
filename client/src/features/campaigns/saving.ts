import { fromPromise, type PromiseActorLogic } from "xstate";
import type { SaveInput, SaveOutcome } from "@/lib/autosave/autosave-machine";
import type { StoredRecord } from "@/lib/autosave/edits";
import { omitInvalidText, readTextError } from "./draft";
import { findConflict } from "./edit-rules";

/** Saves edits and returns the updated record. */
export type SaveActor<Values extends object> = PromiseActorLogic<SaveOutcome<Values>, SaveInput<Values>>;

/**
 * Saves edits with `put`. If one text is invalid, the other fields are still saved. On an edit conflict, `refresh`
 * loads the other version.
 */
export function createSaveActor<Values extends object>(
  put: (edits: Partial<Values>, baseRevision: number) => Promise<StoredRecord<Values>>,
  refresh: () => Promise<unknown>,
): SaveActor<Values> {
  return fromPromise(async ({ input: { edits, baseRevision } }) => {
    const save = async (some: Partial<Values>): Promise<StoredRecord<Values>> => {
      try {
        return await put(some, baseRevision);
      } catch (failure) {
        if (findConflict(failure)) await refresh();
        throw failure;
      }
    };
    try {
      return { record: await save(edits) };
    } catch (failure) {
      const textError = readTextError(failure);
      const rest = textError && omitInvalidText(edits, textError);
      if (!rest) throw failure;
      const fields = Object.keys(edits).filter((field) => !(field in rest));
      return { record: await save(rest), rejected: { fields, failure } };
    }
  });
}
