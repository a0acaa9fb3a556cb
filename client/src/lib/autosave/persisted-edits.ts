import {
  type Conflicts,
  type Edits,
  getAuthorName,
  getEditRevision,
  getUnsavedEdits,
  getValues,
  isSame,
  listKeys,
  type UnconfirmedValues,
  withLinks,
} from "./edits";
import { limitToStorage, sliceFromStored } from "./unconfirmed-values";

/** The stored version that an edit is based on; without a value where someone else has stored another since. */
interface Base<Value> {
  readonly revision: number;
  readonly value?: Value;
}

type Bases<Values extends object> = { [Field in keyof Values]?: Base<Values[Field]> };

/** Edits that survive a reload, with the data needed to detect later edits by others. */
export interface PersistedEdits<Values extends object> {
  readonly changed: Partial<Values>;
  readonly bases: Bases<Values>;
  readonly unanswered: UnconfirmedValues<Values>;
}

/** The unsaved and conflicting edits to store. */
export function buildPersistedEdits<Values extends object>(edits: Edits<Values>): PersistedEdits<Values> {
  const { conflicts, stored } = edits;
  const shown = getValues(edits);
  const changed: Partial<Values> = getUnsavedEdits(edits);
  for (const field of listKeys(conflicts)) changed[field] = shown[field];
  const bases: Bases<Values> = {};
  const unanswered: UnconfirmedValues<Values> = {};
  for (const field of listKeys(changed)) {
    const conflict = conflicts[field];
    bases[field] = conflict
      ? { revision: conflict.baseRevision }
      : { revision: stored.revision, value: stored.values[field] };
    const sent = edits.unanswered[field];
    if (sent) unanswered[field] = limitToStorage(sent);
  }
  return { changed, bases, unanswered };
}

/** Restores stored edits; what others have saved in between becomes a conflict. */
export function withRestored<Values extends object>(edits: Edits<Values>, kept: PersistedEdits<Values>): Edits<Values> {
  const { stored } = edits;
  const conflicts: Conflicts<Values> = { ...edits.conflicts };
  const unanswered = { ...edits.unanswered };
  for (const field of listKeys(kept.changed)) {
    const sent = kept.unanswered[field] ?? [];
    const base: Base<unknown> = kept.bases[field] ?? { revision: 0 };
    const value = stored.values[field];
    const wasEdited = getEditRevision(stored, field) > base.revision;
    const left = wasEdited ? sliceFromStored(sent, (each) => isSame(edits, field, each, value)) : sent;
    unanswered[field] = left;
    const isKnown = [base.value, kept.changed[field]].some((each) => isSame(edits, field, each, value));
    if (wasEdited && left.length === 0 && !isKnown) {
      conflicts[field] = { by: getAuthorName(stored, field), baseRevision: base.revision };
    }
  }
  return withLinks({ ...edits, waiting: { ...edits.waiting, ...kept.changed }, unanswered, conflicts });
}
