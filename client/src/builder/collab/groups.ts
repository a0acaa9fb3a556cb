/**
 * Groups and lists of settings, stored as maps inside a map. Two clients that create the same missing one at the same
 * time create the same item in Yjs, so that both keep writing to one map: of two different maps, Yjs would drop one with
 * all values in it. Each such item has an author of its own, derived from its position.
 */
import { digest } from "lib0/hash/sha256";
import * as Y from "yjs";
import { isGroup, plain, type Settings, shared, sharedSettings } from "./values";

/** How to create a group or list that is not stored yet. */
export interface GroupStart {
  /** Its content at first: the default items of a list. */
  readonly content: Settings;
  /** The groups and lists inside it. */
  readonly inside: GroupStarts;
}

export type GroupStarts = Readonly<Record<string, GroupStart>>;

/** Ids from here on belong to authors of groups. Yjs draws those of clients below 2^32. */
const FIRST_AUTHOR = 2 ** 52;
const HALF = 2 ** 32;

/** Origin of the transactions that create groups. */
const GROUPS = Symbol("groups");

/** Stores a group with this content in a map that is part of a document, within the caller's transaction. */
function createGroup(settings: Y.Map<unknown>, name: string, content: Settings): Y.Map<unknown> {
  const { doc } = settings;
  const author = authorOf(settings, name, content);
  if (!doc || Y.getState(doc.store, author) > 0) return settings.set(name, sharedSettings(content));
  const { clientID } = doc;
  doc.clientID = author;
  try {
    return settings.set(name, sharedSettings(content));
  } finally {
    doc.clientID = clientID;
  }
}

/** Changes settings in a document; of a group or list only the named parts. Null deletes a setting, part or item. */
export function mergeSettings(settings: Y.Map<unknown>, changes: Settings): void {
  for (const [name, value] of Object.entries(changes)) {
    const now = settings.get(name);
    if (value === null) settings.delete(name);
    else if (!isGroup(value)) settings.set(name, shared(value));
    else mergeSettings(now instanceof Y.Map ? now : settings.set(name, storedAs(now)), value);
  }
}

/**
 * Creates the groups and lists that a change needs and that are not stored, alike for all clients. Call it before the
 * transaction of the change: as a transaction of its own it is no part of an undo step.
 */
export function prepareGroups(settings: Y.Map<unknown>, changes: Settings, starts: GroupStarts = {}): void {
  settings.doc?.transact(() => createMissing(settings, changes, starts), GROUPS);
}

function createMissing(settings: Y.Map<unknown>, changes: Settings, starts: GroupStarts): void {
  for (const [name, value] of Object.entries(changes)) {
    const start = Object.hasOwn(starts, name) ? starts[name] : undefined;
    if (!start || !isGroup(value)) continue;
    const now = settings.get(name);
    const content = now === undefined ? start.content : plainGroup(now);
    createMissing(now instanceof Y.Map ? now : createGroup(settings, name, content), value, start.inside);
  }
}

/** A map with the parts of a group that is stored as a single value; an empty one for anything else. */
function storedAs(value: unknown): Y.Map<unknown> {
  return sharedSettings(plainGroup(value));
}

function plainGroup(value: unknown): Settings {
  const now = plain(value);
  return isGroup(now) ? now : {};
}

/** Id of the author of a group: the same for clients that replace the same item by the same content. */
function authorOf(settings: Y.Map<unknown>, name: string, content: Settings): number {
  // A map without an item is one of the document itself, of which only one has settings.
  const parent = settings._item?.id;
  const replaced = settings._map.get(name)?.lastId;
  const position = JSON.stringify([idOf(parent), name, idOf(replaced), plain(content)]);
  const { buffer, byteOffset } = digest(new TextEncoder().encode(position));
  const hash = new DataView(buffer, byteOffset);
  return FIRST_AUTHOR + (hash.getUint32(0) % (FIRST_AUTHOR / HALF)) * HALF + hash.getUint32(4);
}

function idOf(id: Y.ID | undefined): readonly number[] | null {
  return id ? [id.client, id.clock] : null;
}
