import { fromPromise, type PromiseActorLogic } from "xstate";
import type { SaveInput, SaveOutcome } from "@/lib/autosave/autosave-machine";
import type { StoredRecord } from "@/lib/autosave/edits";
import { faultOf, withoutFault } from "./draft";
import { conflictOf } from "./edit-rules";

/** Saves edits; the record as it is afterwards. */
export type SaveActor<Values extends object> = PromiseActorLogic<SaveOutcome<Values>, SaveInput<Values>>;

/**
 * Saves edits by `put`. When one text is refused the others are saved all the same. Where someone else has edited a
 * field, `refresh` fetches what they wrote.
 */
export function savingBy<Values extends object>(
  put: (edits: Partial<Values>, baseRevision: number) => Promise<StoredRecord<Values>>,
  refresh: () => Promise<unknown>,
): SaveActor<Values> {
  return fromPromise(async ({ input: { edits, baseRevision } }) => {
    const save = async (some: Partial<Values>): Promise<StoredRecord<Values>> => {
      try {
        return await put(some, baseRevision);
      } catch (failure) {
        if (conflictOf(failure)) await refresh();
        throw failure;
      }
    };
    try {
      return { record: await save(edits) };
    } catch (failure) {
      const fault = faultOf(failure);
      const rest = fault && withoutFault(edits, fault);
      if (!rest) throw failure;
      const fields = Object.keys(edits).filter((field) => !(field in rest));
      return { record: await save(rest), rejected: { fields, failure } };
    }
  });
}
