/** Restores the settings of a version in a stored map. */
import * as Y from "yjs";
import { isGroup, isRich, type Plain, plain, rewrite, type Settings, same, shared } from "./values";

export type MapChange = () => void;

/**
 * The changes that give a map the content of another one. Groups, lists and texts keep their shared type, so that
 * concurrent changes of other parts are kept.
 */
export function mapChanges(map: Y.Map<unknown>, wanted: Y.Map<unknown>): readonly MapChange[] {
  const removed = [...map.keys()].filter((name) => !wanted.has(name)).map((name) => () => map.delete(name));
  return [...removed, ...[...wanted.keys()].flatMap((name) => valueChanges(map, name, plain(wanted.get(name))))];
}

function valueChanges(map: Y.Map<unknown>, name: string, wanted: Plain): readonly MapChange[] {
  const now = map.get(name);
  if (now !== undefined && same(plain(now), wanted)) return [];
  // XmlElement is a fragment too, but never a setting.
  if (now instanceof Y.XmlFragment && isRich(wanted)) return [() => rewrite(now, wanted)];
  if (now instanceof Y.Map && isGroup(wanted)) return groupChanges(now, wanted);
  return [() => map.set(name, shared(wanted))];
}

function groupChanges(map: Y.Map<unknown>, wanted: Settings): readonly MapChange[] {
  const removed = [...map.keys()].filter((name) => !(name in wanted)).map((name) => () => map.delete(name));
  return [...removed, ...Object.entries(wanted).flatMap(([name, value]) => valueChanges(map, name, value))];
}

/** The changes that replace a single value; undefined deletes it. */
export function singleChanges(map: Y.Map<unknown>, name: string, wanted: unknown): readonly MapChange[] {
  if (wanted === undefined) return map.has(name) ? [() => map.delete(name)] : [];
  const next = plain(wanted);
  return map.has(name) && same(plain(map.get(name)), next) ? [] : [() => map.set(name, next)];
}
