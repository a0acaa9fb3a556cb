import { isEquivalent } from "./equivalence";
import { sinceStored, withSent } from "./unanswered";

/** The last edit of a field on the server: the revision that it came with, and the name of its author. */
export interface FieldEdit {
  readonly field: string;
  readonly revision: number;
  readonly by: string;
}

/** A record as the server has it. */
export interface StoredRecord<Values extends object> {
  readonly values: Values;
  readonly revision: number;
  readonly fieldEdits: readonly FieldEdit[];
}

/** Someone else has stored another value of a field than the one that is shown here. */
export interface Conflict {
  /** The name of the other author; empty until it is known. */
  readonly by: string;
  /** The last revision that the edit here is based on. */
  readonly baseRevision: number;
}

export type Conflicts<Values extends object> = { [Field in keyof Values]?: Conflict };
export type Unanswered<Values extends object> = { [Field in keyof Values]?: readonly Values[Field][] };

/** What a form knows of its fields, and the server does with them. */
export interface FieldRules<Values extends object> {
  /** The value as the server would store it. Only comparisons use it. */
  readonly storedForm?: (field: keyof Values, value: unknown) => unknown;
  /** The fields of which the server rejects one version with another version of the others. */
  readonly linkedFields?: (shown: Values, stored: Values) => readonly (keyof Values)[];
}

/**
 * The fields of a record that one person edits while others might. A field shows the first value that it has in
 * `waiting`, `saving`, `shown` and the stored record.
 */
export interface Edits<Values extends object> {
  readonly rules: FieldRules<Values>;
  readonly stored: StoredRecord<Values>;
  /** Edits that no save has taken along yet. */
  readonly waiting: Partial<Values>;
  /** Edits of the save under way. */
  readonly saving: Partial<Values>;
  /** Saved edits as they were typed: the server stores them without spaces at the ends. */
  readonly shown: Partial<Values>;
  /** The values of each field that might be on the server: no response has told. The oldest comes first. */
  readonly unanswered: Unanswered<Values>;
  readonly conflicts: Readonly<Conflicts<Values>>;
  readonly focused: keyof Values | undefined;
  /** Fields in which something unfinished is typed that can't be saved yet. */
  readonly unfinished: readonly (keyof Values)[];
}

export function editsOf<Values extends object>(
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

/** What the fields show. */
export function valuesOf<Values extends object>({ stored, shown, saving, waiting }: Edits<Values>): Values {
  return { ...stored.values, ...shown, ...saving, ...waiting };
}

/** Everything that is not on the server yet. */
export function unsavedOf<Values extends object>({ saving, waiting }: Edits<Values>): Partial<Values> {
  return { ...saving, ...waiting };
}

/** What the person has to do before this record is saved, also while no edit waits for a save. */
export function openTaskOf<Values extends object>({
  conflicts,
  unfinished,
}: Edits<Values>): "conflicted" | "unfinished" | undefined {
  if (keysOf(conflicts).length > 0) return "conflicted";
  return unfinished.length > 0 ? "unfinished" : undefined;
}

/** What the next save takes along: a field in conflict waits until its author has chosen. */
export function savableOf<Values extends object>({ waiting, conflicts }: Edits<Values>): Partial<Values> {
  return without<Partial<Values>>(waiting, keysOf(conflicts));
}

export function withEdits<Values extends object>(edits: Edits<Values>, changed: Partial<Values>): Edits<Values> {
  return withLinks({ ...edits, waiting: { ...edits.waiting, ...changed } });
}

/** The focus is in another field, or in none. */
export function withFocus<Values extends object>(
  edits: Edits<Values>,
  focused: keyof Values | undefined,
): Edits<Values> {
  return withSettled({ ...edits, focused });
}

/** Something unfinished is typed in a field, or no longer is. */
export function withUnfinished<Values extends object>(
  edits: Edits<Values>,
  field: keyof Values,
  isUnfinished: boolean,
): Edits<Values> {
  const others = edits.unfinished.filter((each) => each !== field);
  return withSettled({ ...edits, unfinished: isUnfinished ? [...others, field] : others });
}

export function withSaveStarted<Values extends object>(edits: Edits<Values>): Edits<Values> {
  const saving = savableOf(edits);
  const unanswered = { ...edits.unanswered };
  for (const field of keysOf(saving)) {
    const sent: readonly Values[keyof Values][] = unanswered[field] ?? [];
    unanswered[field] = withSent(sent, saving[field] as Values[keyof Values]);
  }
  return { ...edits, saving, waiting: without<Partial<Values>>(edits.waiting, keysOf(saving)), unanswered };
}

/** The save has failed. Where the server has rejected it, nothing of it is stored. */
export function withSaveFailed<Values extends object>(edits: Edits<Values>, isRejected: boolean): Edits<Values> {
  const unanswered = isRejected ? withoutLast(edits.unanswered, keysOf(edits.saving)) : edits.unanswered;
  return { ...edits, waiting: unsavedOf(edits), saving: {}, unanswered };
}

/** The save is done, but for the `rejected` fields; `record` is what the server had after it. */
export function withSaveDone<Values extends object>(
  edits: Edits<Values>,
  record: StoredRecord<Values>,
  rejected: readonly string[] = [],
): Edits<Values> {
  const { saving, stored } = edits;
  const left = keysOf(saving).filter((field) => rejected.includes(String(field)));
  const saved = without<Partial<Values>>(saving, left);
  const own = keysOf(saved);
  const done: Edits<Values> = {
    ...edits,
    waiting: { ...without<Partial<Values>>(saving, own), ...edits.waiting },
    saving: {},
    shown: { ...edits.shown, ...saved },
    unanswered: withoutLast(edits.unanswered, left),
  };
  if (record.revision > stored.revision) return withRecord(done, record, own);
  // What this save has stored arrived before its response, and looked like someone else's edit.
  const ours = own.filter((field) => editedAt(stored, field) <= record.revision);
  return withSettled({ ...done, conflicts: without<Conflicts<Values>>(done.conflicts, ours) });
}

/**
 * A record has arrived. What someone else has changed is shown, except where that would replace an edit which is not
 * saved yet, or the text in the focused field: there it is a conflict. An older record than the stored one says nothing.
 * `own` are the fields that this page has just saved.
 */
export function withRecord<Values extends object>(
  edits: Edits<Values>,
  record: StoredRecord<Values>,
  own: readonly (keyof Values)[] = [],
): Edits<Values> {
  const { stored, focused, unfinished } = edits;
  if (record.revision <= stored.revision) return edits;
  const before = valuesOf(edits);
  const unsaved = unsavedOf(edits);
  const shown = { ...edits.shown };
  const unanswered = { ...edits.unanswered };
  const conflicts: Conflicts<Values> = { ...edits.conflicts };
  for (const field of keysOf(record.values)) {
    const value = record.values[field];
    const wasChanged = !isSame(edits, field, stored.values[field], value);
    const wasEdited = wasChanged || editedAt(record, field) > stored.revision;
    const isShown = isSame(edits, field, before[field], value);
    if (isShown) delete conflicts[field];
    if (!wasEdited) continue;
    const sent = unanswered[field] ?? [];
    const left = sinceStored(sent, (each) => isSame(edits, field, each, value));
    unanswered[field] = left;
    if (isShown) continue;
    if (own.includes(field) || left.length > 0) {
      delete conflicts[field];
      continue;
    }
    // Someone has stored again what this person had seen. After a save without a response, that might undo it.
    if (!wasChanged && sent.length === 0 && !conflicts[field]) continue;
    if (field in unsaved || focused === field || unfinished.includes(field) || conflicts[field]) {
      shown[field] = before[field];
      conflicts[field] = conflictOf(edits, record, field);
    }
  }
  return withSettled(withLinks({ ...edits, stored: record, shown, unanswered, conflicts }, before));
}

/** The server has rejected a save at `revision`, since these fields were edited after the base of the save. */
export function withRejected<Values extends object>(
  edits: Edits<Values>,
  fields: readonly string[],
  revision: number,
): Edits<Values> {
  const failed = withSaveFailed(edits, true);
  // The record with these edits has arrived before, and has shown what is in conflict.
  if (edits.stored.revision >= revision) return failed;
  const rejected = keysOf(failed.waiting).filter((field) => fields.includes(String(field)));
  const conflicts: Conflicts<Values> = { ...failed.conflicts };
  for (const field of rejected) conflicts[field] ??= { by: "", baseRevision: edits.stored.revision };
  return withLinks({ ...failed, conflicts });
}

/** The conflict is decided for what is shown here: it is saved, once it is finished. */
export function withMine<Values extends object>(edits: Edits<Values>, field: keyof Values): Edits<Values> {
  const mine = valuesOf(edits);
  const fields = togetherWith(edits, field);
  const waiting = { ...edits.waiting };
  for (const each of fields) if (!edits.unfinished.includes(each)) waiting[each] = mine[each];
  return { ...edits, waiting, conflicts: without<Conflicts<Values>>(edits.conflicts, fields) };
}

/** The conflict is decided for what is stored. The server rejects what a save under way says of it. */
export function withTheirs<Values extends object>(edits: Edits<Values>, field: keyof Values): Edits<Values> {
  const fields = togetherWith(edits, field);
  return {
    ...edits,
    waiting: without<Partial<Values>>(edits.waiting, fields),
    saving: without<Partial<Values>>(edits.saving, fields),
    shown: without<Partial<Values>>(edits.shown, fields),
    conflicts: without<Conflicts<Values>>(edits.conflicts, fields),
    unfinished: edits.unfinished.filter((each) => !fields.includes(each)),
  };
}

/** A field with those that are chosen with it. */
function togetherWith<Values extends object>(edits: Edits<Values>, field: keyof Values): (keyof Values)[] {
  const linked = edits.rules.linkedFields?.(valuesOf(edits), edits.stored.values) ?? [];
  if (!linked.includes(field)) return [field];
  return [field, ...linked.filter((each) => each !== field && edits.conflicts[each])];
}

/** Where one of several linked fields is in conflict, those that differ from the stored ones are, too. */
export function withLinks<Values extends object>(edits: Edits<Values>, mine = valuesOf(edits)): Edits<Values> {
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

/** A saved field shows what is stored where that is another text, once it has neither the focus nor a conflict. */
function withSettled<Values extends object>(edits: Edits<Values>): Edits<Values> {
  const { stored, conflicts, focused, unfinished } = edits;
  const unsaved = unsavedOf(edits);
  const settled = keysOf(edits.shown).filter(
    (field) =>
      field !== focused &&
      !unfinished.includes(field) &&
      !(field in unsaved) &&
      !conflicts[field] &&
      !isEquivalent(edits.shown[field], stored.values[field]),
  );
  return settled.length > 0 ? { ...edits, shown: without<Partial<Values>>(edits.shown, settled) } : edits;
}

/** Whether two values of a field are the same to the server. */
export function isSame<Values extends object>(
  { rules: { storedForm = (_field, value) => value } }: Edits<Values>,
  field: keyof Values,
  one: unknown,
  other: unknown,
): boolean {
  return isEquivalent(storedForm(field, one), storedForm(field, other));
}

function conflictOf<Values extends object>(
  { conflicts, stored }: Edits<Values>,
  record: StoredRecord<Values>,
  field: keyof Values,
): Conflict {
  return { by: authorOf(record, field), baseRevision: conflicts[field]?.baseRevision ?? stored.revision };
}

export function authorOf<Values extends object>({ fieldEdits }: StoredRecord<Values>, field: keyof Values): string {
  return fieldEdits.find((edit) => edit.field === field)?.by ?? "";
}

/** The revision of the last edit of a field; 0 for none. */
export function editedAt<Values extends object>({ fieldEdits }: StoredRecord<Values>, field: keyof Values): number {
  return fieldEdits.find((edit) => edit.field === field)?.revision ?? 0;
}

/** Without what the last save has sent of these fields. */
function withoutLast<Values extends object>(
  unanswered: Unanswered<Values>,
  fields: readonly (keyof Values)[],
): Unanswered<Values> {
  const rest = { ...unanswered };
  for (const field of fields) rest[field] = rest[field]?.slice(0, -1) ?? [];
  return rest;
}

export function keysOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[];
}

function without<Fields extends object>(fields: Fields, left: readonly (keyof Fields)[]): Fields {
  const rest = { ...fields };
  for (const field of left) delete rest[field];
  return rest;
}
