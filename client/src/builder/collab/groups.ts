/**
 * Groups and lists of settings, stored as maps inside a map. Two clients that create the same missing one at the same
 * time create the same item in Yjs, so that both keep writing to one map: of two different maps, Yjs would drop one with
 * all values in it. Each such item has an author of its own, derived from its position.
 */
import { digest } from "lib0/hash/sha256";
import * as Y from "yjs";
import { isGroup, type Settings, toPlain, toShared, toSharedMap } from "./values";

/** How to create a group or list that is not stored yet. */
export interface GroupStart {
  /** Its content at first: the default items of a list. */
  readonly content: Settings;
  /** The groups and lists inside it. */
  readonly inside: GroupStarts;
}

export type GroupStarts = Readonly<Record<string, GroupStart>>;

/** Ids from here on belong to authors of groups. Yjs chooses those of clients below 2^32. */
const FIRST_AUTHOR = 2 ** 52;
const UINT32_RANGE = 2 ** 32;

/** Maps per transaction, and so per update, in which groups are created. */
const MAX_PREPARED_MAPS = 250;

/** The content of a shared type. */
type Content = Pick<Y.AbstractType<unknown>, "_map" | "_start">;

/** Origin of the transactions that create groups. */
export const GROUPS_ORIGIN = Symbol("groups");

/** Stores a group with this content in a map that is part of a document, within the caller's transaction. */
function createGroup(settings: Y.Map<unknown>, name: string, content: Settings): Y.Map<unknown> {
  const { doc } = settings;
  const author = computeAuthorId(settings, name, content);
  if (!doc || Y.getState(doc.store, author) > 0) return settings.set(name, toSharedMap(content));
  const { clientID } = doc;
  doc.clientID = author;
  try {
    return settings.set(name, toSharedMap(content));
  } finally {
    doc.clientID = clientID;
  }
}

/** Changes settings in a document; of a group or list only the named parts. Null deletes a setting, part or item. */
export function mergeSettings(settings: Y.Map<unknown>, changes: Settings): void {
  for (const [name, value] of Object.entries(changes)) {
    const now = settings.get(name);
    if (value === null) settings.delete(name);
    else if (!isGroup(value)) settings.set(name, toShared(value));
    else mergeSettings(now instanceof Y.Map ? now : settings.set(name, toStoredMap(now)), value);
  }
}

/**
 * Creates the groups and lists that a change needs and that are not stored, alike for all clients. Call it before the
 * transaction of the change: as a transaction of its own it is no part of an undo step.
 */
export function prepareGroups(settings: Y.Map<unknown>, changes: Settings, starts?: GroupStarts): void {
  prepareGroupsOfAll([[settings, changes]], starts);
}

/** Creates the groups and lists that the changes of several maps need. */
export function prepareGroupsOfAll(
  all: readonly (readonly [settings: Y.Map<unknown>, changes: Settings])[],
  starts: GroupStarts = {},
): void {
  // An update cannot be split, and the server limits its authors.
  for (let start = 0; start < all.length; start += MAX_PREPARED_MAPS) {
    const some = all.slice(start, start + MAX_PREPARED_MAPS);
    some[0]?.[0].doc?.transact(() => {
      for (const [settings, changes] of some) createMissingGroups(settings, changes, starts);
    }, GROUPS_ORIGIN);
  }
}

function createMissingGroups(settings: Y.Map<unknown>, changes: Settings, starts: GroupStarts): void {
  for (const [name, value] of Object.entries(changes)) {
    const start = Object.hasOwn(starts, name) ? starts[name] : undefined;
    if (!start || !isGroup(value)) continue;
    const now = settings.get(name);
    const content = now === undefined ? start.content : toPlainGroup(now);
    createMissingGroups(now instanceof Y.Map ? now : createGroup(settings, name, content), value, start.inside);
  }
}

/** Whether a stored value is a group in which only its author and this client have content. */
export function isOwnGroup({ content, id }: Y.Item, clientId: number): boolean {
  if (!isAuthor(id.client, clientId)) return false;
  if (!(content instanceof Y.ContentType) || !(content.type instanceof Y.Map)) return false;
  const waiting: Content[] = [content.type];
  for (let type = waiting.pop(); type; type = waiting.pop()) {
    for (const item of iterateItems(type)) {
      if (!isAuthor(item.id.client, clientId)) return false;
      if (item.content instanceof Y.ContentType) waiting.push(item.content.type);
    }
  }
  return true;
}

function isAuthor(id: number, clientId: number): boolean {
  return id === clientId || id >= FIRST_AUTHOR;
}

/** The items in a type that are not deleted: the values of its keys, and those of its sequence. */
function* iterateItems({ _map, _start }: Content): Generator<Y.Item> {
  for (const item of _map.values()) if (!item.deleted) yield item;
  for (let item = _start; item; item = item.right) if (!item.deleted) yield item;
}

/** A map with the parts of a group that is stored as a single value; an empty one for anything else. */
function toStoredMap(value: unknown): Y.Map<unknown> {
  return toSharedMap(toPlainGroup(value));
}

function toPlainGroup(value: unknown): Settings {
  const now = toPlain(value);
  return isGroup(now) ? now : {};
}

/** Id of the author of a group: the same for clients that replace the same item by the same content. */
function computeAuthorId(settings: Y.Map<unknown>, name: string, content: Settings): number {
  // A map without an item is one of the document itself, of which only one has settings.
  const parent = settings._item?.id;
  const replaced = settings._map.get(name)?.lastId;
  const position = JSON.stringify([serializeId(parent), name, serializeId(replaced), toPlain(content)]);
  const { buffer, byteOffset } = digest(new TextEncoder().encode(position));
  const hash = new DataView(buffer, byteOffset);
  return FIRST_AUTHOR + (hash.getUint32(0) % (FIRST_AUTHOR / UINT32_RANGE)) * UINT32_RANGE + hash.getUint32(4);
}

function serializeId(id: Y.ID | undefined): readonly number[] | null {
  return id ? [id.client, id.clock] : null;
}
