/** Restores the settings of a version in a stored map. */
import * as Y from "yjs";
import { isEqual, isGroup, isRich, type Plain, replaceRichText, type Settings, toPlain, toShared } from "./values";

export type MapChange = () => void;

/**
 * The changes that give a map the content of another one. Groups, lists and texts keep their shared type, so that
 * concurrent changes of other parts are kept.
 */
export function buildMapChanges(map: Y.Map<unknown>, wanted: Y.Map<unknown>): readonly MapChange[] {
  const removed = [...map.keys()].filter((name) => !wanted.has(name)).map((name) => () => map.delete(name));
  return [...removed, ...[...wanted.keys()].flatMap((name) => buildValueChanges(map, name, toPlain(wanted.get(name))))];
}

function buildValueChanges(map: Y.Map<unknown>, name: string, wanted: Plain): readonly MapChange[] {
  const now = map.get(name);
  if (now !== undefined && isEqual(toPlain(now), wanted)) return [];
  // XmlElement is a fragment too, but never a setting.
  if (now instanceof Y.XmlFragment && isRich(wanted)) return [() => replaceRichText(now, wanted)];
  if (now instanceof Y.Map && isGroup(wanted)) return buildGroupChanges(now, wanted);
  return [() => map.set(name, toShared(wanted))];
}

function buildGroupChanges(map: Y.Map<unknown>, wanted: Settings): readonly MapChange[] {
  const removed = [...map.keys()].filter((name) => !(name in wanted)).map((name) => () => map.delete(name));
  return [...removed, ...Object.entries(wanted).flatMap(([name, value]) => buildValueChanges(map, name, value))];
}

/** The changes that replace a single value; undefined deletes it. */
export function buildSingleChanges(map: Y.Map<unknown>, name: string, wanted: unknown): readonly MapChange[] {
  if (wanted === undefined) return map.has(name) ? [() => map.delete(name)] : [];
  const next = toPlain(wanted);
  return map.has(name) && isEqual(toPlain(map.get(name)), next) ? [] : [() => map.set(name, next)];
}
