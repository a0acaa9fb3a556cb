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
}

type Conflicts<Values extends object> = { [Field in keyof Values]?: Conflict };

/**
 * The fields of a record that one person edits while others might. A field shows the first value that it has in
 * `waiting`, `saving`, `shown` and the stored record.
 */
export interface Edits<Values extends object> {
  readonly stored: StoredRecord<Values>;
  /** Edits that no save has taken along yet. */
  readonly waiting: Partial<Values>;
  /** Edits of the save under way. */
  readonly saving: Partial<Values>;
  /** Saved edits as they were typed: the server stores them without spaces at the ends. */
  readonly shown: Partial<Values>;
  /** What a save has last taken along of each field. Its answer might never have arrived. */
  readonly sent: Partial<Values>;
  readonly conflicts: Readonly<Conflicts<Values>>;
  readonly focused: keyof Values | undefined;
}

export function editsOf<Values extends object>(stored: StoredRecord<Values>): Edits<Values> {
  return {
    stored,
    waiting: {},
    saving: {},
    shown: {},
    sent: {},
    conflicts: {} as Conflicts<Values>,
    focused: undefined,
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

/** What the next save takes along: a field in conflict waits until its author has chosen. */
export function savableOf<Values extends object>({ waiting, conflicts }: Edits<Values>): Partial<Values> {
  return without<Partial<Values>>(waiting, keysOf(conflicts));
}

export function withEdits<Values extends object>(edits: Edits<Values>, changed: Partial<Values>): Edits<Values> {
  return { ...edits, waiting: { ...edits.waiting, ...changed } };
}

export function withSaveStarted<Values extends object>(edits: Edits<Values>): Edits<Values> {
  const saving = savableOf(edits);
  return {
    ...edits,
    saving,
    waiting: without<Partial<Values>>(edits.waiting, keysOf(saving)),
    sent: { ...edits.sent, ...saving },
  };
}

export function withSaveFailed<Values extends object>(edits: Edits<Values>): Edits<Values> {
  return { ...edits, waiting: unsavedOf(edits), saving: {} };
}

/** The save is done; `record` is what the server has since. */
export function withSaveDone<Values extends object>(
  edits: Edits<Values>,
  record: StoredRecord<Values> | undefined,
): Edits<Values> {
  const done = { ...edits, shown: { ...edits.shown, ...edits.saving }, saving: {} };
  return record ? withRecord(done, record, keysOf(edits.saving)) : done;
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
  const { stored, sent } = edits;
  if (record.revision <= stored.revision) return edits;
  const before = valuesOf(edits);
  const unsaved = unsavedOf(edits);
  const shown = { ...edits.shown };
  const conflicts: Conflicts<Values> = { ...edits.conflicts };
  for (const field of keysOf(record.values)) {
    const value = record.values[field];
    if (isEquivalent(before[field], value)) {
      delete conflicts[field];
      continue;
    }
    if (isEquivalent(stored.values[field], value)) continue;
    if (field in sent && isEquivalent(sent[field], value)) continue;
    const isTheirs = !own.includes(field);
    if (isTheirs && (field in unsaved || edits.focused === field || conflicts[field])) {
      shown[field] = before[field];
      conflicts[field] = { by: authorOf(record, field) };
    } else {
      delete shown[field];
    }
  }
  return { ...edits, stored: record, shown, conflicts };
}

/** The server has refused a save, since someone else had edited these fields. */
export function withRefused<Values extends object>(edits: Edits<Values>, fields: readonly string[]): Edits<Values> {
  const { stored } = edits;
  const refused = keysOf(edits.waiting).filter((field) => fields.includes(String(field)));
  const conflicts: Conflicts<Values> = { ...edits.conflicts };
  for (const field of refused) conflicts[field] ??= { by: authorOf(stored, field) };
  return { ...edits, conflicts };
}

/** Edits that were kept while the session was over; what someone else has stored since `revision` is a conflict. */
export function withRestored<Values extends object>(
  edits: Edits<Values>,
  restored: Partial<Values>,
  revision: number,
): Edits<Values> {
  const { stored } = edits;
  const conflicts: Conflicts<Values> = { ...edits.conflicts };
  for (const field of keysOf(restored)) {
    const isNewer = stored.fieldEdits.some((edit) => edit.field === field && edit.revision > revision);
    if (isNewer && !isEquivalent(stored.values[field], restored[field])) {
      conflicts[field] = { by: authorOf(stored, field) };
    }
  }
  return { ...withEdits(edits, restored), conflicts };
}

/** The conflict is decided for what is shown here: it is saved. */
export function withMine<Values extends object>(edits: Edits<Values>, field: keyof Values): Edits<Values> {
  const mine = valuesOf(edits)[field];
  return {
    ...edits,
    waiting: { ...edits.waiting, [field]: mine },
    conflicts: without<Conflicts<Values>>(edits.conflicts, [field]),
  };
}

/** The conflict is decided for what is stored. */
export function withTheirs<Values extends object>(edits: Edits<Values>, field: keyof Values): Edits<Values> {
  return {
    ...edits,
    waiting: without<Partial<Values>>(edits.waiting, [field]),
    shown: without<Partial<Values>>(edits.shown, [field]),
    sent: without<Partial<Values>>(edits.sent, [field]),
    conflicts: without<Conflicts<Values>>(edits.conflicts, [field]),
  };
}

function authorOf<Values extends object>({ fieldEdits }: StoredRecord<Values>, field: keyof Values): string {
  return fieldEdits.find((edit) => edit.field === field)?.by ?? "";
}

function keysOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[];
}

function without<Fields extends object>(fields: Fields, left: readonly (keyof Fields)[]): Fields {
  const rest = { ...fields };
  for (const field of left) delete rest[field];
  return rest;
}

/** Whether two values are the same to the server, which ignores extra spaces in one line and the order of ids. */
export function isEquivalent(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, canonical) === JSON.stringify(other, canonical);
}

function canonical(_key: string, value: unknown): unknown {
  if (typeof value === "string") {
    // Line breaks are part of a text that has them.
    return value.includes("\n") ? value.replaceAll("\r\n", "\n") : value.trim().replace(/\s+/g, " ");
  }
  if (Array.isArray(value))
    return value.every((each) => typeof each === "number") ? value.toSorted((a, b) => a - b) : value;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
