import { isEquivalent } from "./equivalence";
import { appendSent, sliceFromStored } from "./unconfirmed-values";

/** The last stored edit of a field: its revision and its author's name. */
export interface FieldEdit {
  readonly field: string;
  readonly revision: number;
  readonly by: string;
}

/** A record as stored on the server. */
export interface StoredRecord<Values extends object> {
  readonly values: Values;
  readonly revision: number;
  readonly fieldEdits: readonly FieldEdit[];
}

/** Someone else has stored a different value of a field than the form shows. */
export interface Conflict {
  /** Name of the other author; empty until it is known. */
  readonly by: string;
  /** The last revision that the local edit is based on. */
  readonly baseRevision: number;
}

export type Conflicts<Values extends object> = { [Field in keyof Values]?: Conflict };
export type UnconfirmedValues<Values extends object> = { [Field in keyof Values]?: readonly Values[Field][] };

/** Field-specific rules of a form and its server. */
export interface FieldRules<Values extends object> {
  /** The value as the server would store it; used only for comparisons. */
  readonly storedForm?: (field: keyof Values, value: unknown) => unknown;
  /** Fields that the server accepts only together, in one consistent version. */
  readonly linkedFields?: (shown: Values, stored: Values) => readonly (keyof Values)[];
}

/**
 * Fields of a record that one user edits while others might. A field shows its first value found in `waiting`,
 * `saving`, `shown` and the stored record.
 */
export interface Edits<Values extends object> {
  readonly rules: FieldRules<Values>;
  readonly stored: StoredRecord<Values>;
  /** Edits that are in no save yet. */
  readonly waiting: Partial<Values>;
  /** Edits of the running save. */
  readonly saving: Partial<Values>;
  /** Saved edits as typed; the server stores them without leading and trailing spaces. */
  readonly shown: Partial<Values>;
  /** Values of each field that might be stored, from saves without a response; oldest first. */
  readonly unanswered: UnconfirmedValues<Values>;
  readonly conflicts: Readonly<Conflicts<Values>>;
  readonly focused: keyof Values | undefined;
  /** Fields with incomplete input that cannot be saved yet. */
  readonly unfinished: readonly (keyof Values)[];
}

export function createEdits<Values extends object>(
  stored: StoredRecord<Values>,
  rules: FieldRules<Values> = {},
): Edits<Values> {
  return {
    rules,
    stored,
    waiting: {},
    saving: {},
    shown: {},
    unanswered: {},
    conflicts: {} as Conflicts<Values>,
    focused: undefined,
    unfinished: [],
  };
}

/** The values that the fields show. */
export function getValues<Values extends object>({ stored, shown, saving, waiting }: Edits<Values>): Values {
  return { ...stored.values, ...shown, ...saving, ...waiting };
}

/** All edits that are not stored yet. */
export function getUnsavedEdits<Values extends object>({ saving, waiting }: Edits<Values>): Partial<Values> {
  return { ...saving, ...waiting };
}

/** What the user must do before the record is saved, even while no edit waits for a save. */
export function findOpenTask<Values extends object>({
  conflicts,
  unfinished,
}: Edits<Values>): "conflicted" | "unfinished" | undefined {
  if (listKeys(conflicts).length > 0) return "conflicted";
  return unfinished.length > 0 ? "unfinished" : undefined;
}

/** Edits for the next save; a field in conflict waits for the user's choice. */
export function getSavableEdits<Values extends object>({ waiting, conflicts }: Edits<Values>): Partial<Values> {
  return omitFields<Partial<Values>>(waiting, listKeys(conflicts));
}

export function withEdits<Values extends object>(edits: Edits<Values>, changed: Partial<Values>): Edits<Values> {
  return withLinks({ ...edits, waiting: { ...edits.waiting, ...changed } });
}

/** Records which field has the focus, if any. */
export function withFocus<Values extends object>(
  edits: Edits<Values>,
  focused: keyof Values | undefined,
): Edits<Values> {
  return withStoredText({ ...edits, focused });
}

/** Records whether a field has incomplete input. */
export function withUnfinished<Values extends object>(
  edits: Edits<Values>,
  field: keyof Values,
  isUnfinished: boolean,
): Edits<Values> {
  const others = edits.unfinished.filter((each) => each !== field);
  return withStoredText({ ...edits, unfinished: isUnfinished ? [...others, field] : others });
}

export function withSaveStarted<Values extends object>(edits: Edits<Values>): Edits<Values> {
  const saving = getSavableEdits(edits);
  const unanswered = { ...edits.unanswered };
  for (const field of listKeys(saving)) {
    const sent: readonly Values[keyof Values][] = unanswered[field] ?? [];
    unanswered[field] = appendSent(sent, saving[field] as Values[keyof Values]);
  }
  return { ...edits, saving, waiting: omitFields<Partial<Values>>(edits.waiting, listKeys(saving)), unanswered };
}

/** Records a failed save. A rejected save stored nothing. */
export function withSaveFailed<Values extends object>(edits: Edits<Values>, isRejected: boolean): Edits<Values> {
  const unanswered = isRejected ? removeLastSent(edits.unanswered, listKeys(edits.saving)) : edits.unanswered;
  return { ...edits, waiting: getUnsavedEdits(edits), saving: {}, unanswered };
}

/** Records a finished save, except for the `rejected` fields; `record` is the server's record after it. */
export function withSaveDone<Values extends object>(
  edits: Edits<Values>,
  record: StoredRecord<Values>,
  rejected: readonly string[] = [],
): Edits<Values> {
  const { saving, stored } = edits;
  const left = listKeys(saving).filter((field) => rejected.includes(String(field)));
  const saved = omitFields<Partial<Values>>(saving, left);
  const own = listKeys(saved);
  const done: Edits<Values> = {
    ...edits,
    waiting: { ...omitFields<Partial<Values>>(saving, own), ...edits.waiting },
    saving: {},
    shown: { ...edits.shown, ...saved },
    unanswered: removeLastSent(edits.unanswered, left),
  };
  if (record.revision > stored.revision) return withRecord(done, record, own);
  // What this save stored arrived before its response and looked like someone else's edit.
  const ours = own.filter((field) => getEditRevision(stored, field) <= record.revision);
  return withStoredText({ ...done, conflicts: omitFields<Conflicts<Values>>(done.conflicts, ours) });
}

/**
 * Applies a record that has arrived. Changes by others are shown, unless they would replace an unsaved edit or the
 * focused text: those become conflicts. Records older than the stored one are ignored. `own` are the fields that this
 * page has just saved.
 */
export function withRecord<Values extends object>(
  edits: Edits<Values>,
  record: StoredRecord<Values>,
  own: readonly (keyof Values)[] = [],
): Edits<Values> {
  const { stored, focused, unfinished } = edits;
  if (record.revision <= stored.revision) return edits;
  const before = getValues(edits);
  const unsaved = getUnsavedEdits(edits);
  const shown = { ...edits.shown };
  const unanswered = { ...edits.unanswered };
  const conflicts: Conflicts<Values> = { ...edits.conflicts };
  for (const field of listKeys(record.values)) {
    const value = record.values[field];
    const wasChanged = !isSame(edits, field, stored.values[field], value);
    const wasEdited = wasChanged || getEditRevision(record, field) > stored.revision;
    const isShown = isSame(edits, field, before[field], value);
    if (isShown) delete conflicts[field];
    if (!wasEdited) continue;
    const sent = unanswered[field] ?? [];
    const left = sliceFromStored(sent, (each) => isSame(edits, field, each, value));
    unanswered[field] = left;
    if (isShown) continue;
    if (own.includes(field) || left.length > 0) {
      delete conflicts[field];
      continue;
    }
    // Someone has stored again the value that this user had seen. After a save without a response, that might undo it.
    if (!wasChanged && sent.length === 0 && !conflicts[field]) continue;
    if (field in unsaved || focused === field || unfinished.includes(field) || conflicts[field]) {
      shown[field] = before[field];
      conflicts[field] = buildConflict(edits, record, field);
    }
  }
  return withStoredText(withLinks({ ...edits, stored: record, shown, unanswered, conflicts }, before));
}

/** Records that the server rejected a save at `revision`, because others edited these fields after its base. */
export function withRejected<Values extends object>(
  edits: Edits<Values>,
  fields: readonly string[],
  revision: number,
): Edits<Values> {
  const failed = withSaveFailed(edits, true);
  // The record with these edits has already arrived and created the conflicts.
  if (edits.stored.revision >= revision) return failed;
  const rejected = listKeys(failed.waiting).filter((field) => fields.includes(String(field)));
  const conflicts: Conflicts<Values> = { ...failed.conflicts };
  for (const field of rejected) conflicts[field] ??= { by: "", baseRevision: edits.stored.revision };
  return withLinks({ ...failed, conflicts });
}

/** Resolves a conflict with the local value, which is saved once it is complete. */
export function withMine<Values extends object>(edits: Edits<Values>, field: keyof Values): Edits<Values> {
  const mine = getValues(edits);
  const fields = listFieldsToResolve(edits, field);
  const waiting = { ...edits.waiting };
  for (const each of fields) if (!edits.unfinished.includes(each)) waiting[each] = mine[each];
  return { ...edits, waiting, conflicts: omitFields<Conflicts<Values>>(edits.conflicts, fields) };
}

/** Resolves a conflict with the stored value. The server rejects the field in a running save. */
export function withTheirs<Values extends object>(edits: Edits<Values>, field: keyof Values): Edits<Values> {
  const fields = listFieldsToResolve(edits, field);
  return {
    ...edits,
    waiting: omitFields<Partial<Values>>(edits.waiting, fields),
    saving: omitFields<Partial<Values>>(edits.saving, fields),
    shown: omitFields<Partial<Values>>(edits.shown, fields),
    conflicts: omitFields<Conflicts<Values>>(edits.conflicts, fields),
    unfinished: edits.unfinished.filter((each) => !fields.includes(each)),
  };
}

/** A field and the fields that must be resolved with it. */
function listFieldsToResolve<Values extends object>(edits: Edits<Values>, field: keyof Values): (keyof Values)[] {
  const linked = edits.rules.linkedFields?.(getValues(edits), edits.stored.values) ?? [];
  if (!linked.includes(field)) return [field];
  return [field, ...linked.filter((each) => each !== field && edits.conflicts[each])];
}

/** Extends a conflict in one of several linked fields to all of them that differ from the stored record. */
export function withLinks<Values extends object>(edits: Edits<Values>, mine = getValues(edits)): Edits<Values> {
  const linked = edits.rules.linkedFields?.(mine, edits.stored.values) ?? [];
  const inConflict = linked.map((field) => edits.conflicts[field]).filter((conflict) => conflict !== undefined);
  const source = inConflict.find(({ by }) => by !== "") ?? inConflict[0];
  if (!source) return edits;
  const shown = { ...edits.shown };
  const conflicts: Conflicts<Values> = { ...edits.conflicts };
  for (const field of linked) {
    const conflict = conflicts[field];
    if (conflict) {
      conflicts[field] = { ...conflict, by: conflict.by || source.by };
    } else if (!isSame(edits, field, mine[field], edits.stored.values[field])) {
      shown[field] = mine[field];
      conflicts[field] = source;
    }
  }
  return { ...edits, shown, conflicts };
}

/** Replaces a saved field's text by the stored one where they differ, once it has neither the focus nor a conflict. */
function withStoredText<Values extends object>(edits: Edits<Values>): Edits<Values> {
  const { stored, conflicts, focused, unfinished } = edits;
  const unsaved = getUnsavedEdits(edits);
  const settled = listKeys(edits.shown).filter(
    (field) =>
      field !== focused &&
      !unfinished.includes(field) &&
      !(field in unsaved) &&
      !conflicts[field] &&
      !isEquivalent(edits.shown[field], stored.values[field]),
  );
  return settled.length > 0 ? { ...edits, shown: omitFields<Partial<Values>>(edits.shown, settled) } : edits;
}

/** Whether the server would store two values of a field as the same. */
export function isSame<Values extends object>(
  { rules: { storedForm = (_field, value) => value } }: Edits<Values>,
  field: keyof Values,
  one: unknown,
  other: unknown,
): boolean {
  return isEquivalent(storedForm(field, one), storedForm(field, other));
}

function buildConflict<Values extends object>(
  { conflicts, stored }: Edits<Values>,
  record: StoredRecord<Values>,
  field: keyof Values,
): Conflict {
  return { by: getAuthorName(record, field), baseRevision: conflicts[field]?.baseRevision ?? stored.revision };
}

export function getAuthorName<Values extends object>(
  { fieldEdits }: StoredRecord<Values>,
  field: keyof Values,
): string {
  return fieldEdits.find((edit) => edit.field === field)?.by ?? "";
}

/** Revision of the last edit of a field; 0 for none. */
export function getEditRevision<Values extends object>(
  { fieldEdits }: StoredRecord<Values>,
  field: keyof Values,
): number {
  return fieldEdits.find((edit) => edit.field === field)?.revision ?? 0;
}

/** Removes what the last save sent of these fields. */
function removeLastSent<Values extends object>(
  unanswered: UnconfirmedValues<Values>,
  fields: readonly (keyof Values)[],
): UnconfirmedValues<Values> {
  const rest = { ...unanswered };
  for (const field of fields) rest[field] = rest[field]?.slice(0, -1) ?? [];
  return rest;
}

export function listKeys<Fields extends object>(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[];
}

function omitFields<Fields extends object>(fields: Fields, left: readonly (keyof Fields)[]): Fields {
  const rest = { ...fields };
  for (const field of left) delete rest[field];
  return rest;
}
