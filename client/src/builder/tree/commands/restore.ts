import * as Y from "yjs";
import { globalsIn, nodesIn, rootsIn, settingsOf } from "../../collab/maps";
import {
  isGroup,
  isRich,
  type Plain,
  plain,
  rewrite,
  type Settings,
  same,
  shared,
  sharedSettings,
} from "../../collab/values";
import type { TreeEditing } from "../editing";
import { REMOVED } from "../model/records";
import { snapshot } from "../model/snapshot";
import type { Structure } from "../model/structure";

/**
 * Makes the document say what a former state of it said, as one new act: undo takes it back, and what others do
 * meanwhile stays where it doesn't touch the same. What came since is removed, locked or not. False when both say the
 * same, and nothing has changed.
 */
export function restore({ doc, history, structure, isViewed = false }: TreeEditing, version: Y.Doc): boolean {
  if (isViewed) return false;
  const acts = [
    ...mapActs(globalsIn(doc), globalsIn(version)),
    ...rootActs(doc, version),
    ...nodeActs(doc, version, structure),
    ...newcomerActs(doc, version, structure),
  ];
  if (acts.length === 0) return false;
  history.act(() => {
    for (const act of acts) act();
  });
  return true;
}

type Act = () => void;

/** What makes one map of settings say what another does. */
function mapActs(map: Y.Map<unknown>, wanted: Y.Map<unknown>): Act[] {
  const gone = [...map.keys()].filter((name) => !wanted.has(name)).map((name) => () => map.delete(name));
  const changed = [...wanted.keys()].flatMap((name) => valueActs(map, name, plain(wanted.get(name))));
  return [...gone, ...changed];
}

function valueActs(map: Y.Map<unknown>, name: string, wanted: Plain): Act[] {
  const now = map.get(name);
  if (now !== undefined && same(plain(now), wanted)) return [];
  // XmlElement is a fragment too, and nobody's setting.
  if (now instanceof Y.XmlFragment && isRich(wanted)) return [() => rewrite(now, wanted)];
  if (now instanceof Y.Map && isGroup(wanted)) return groupActs(now, wanted);
  return [() => map.set(name, shared(wanted))];
}

/** Makes a stored group say this, and keeps its map, so that concurrent changes of other parts stay. */
function groupActs(map: Y.Map<unknown>, wanted: Settings): Act[] {
  const gone = [...map.keys()].filter((name) => !(name in wanted)).map((name) => () => map.delete(name));
  return [...gone, ...Object.entries(wanted).flatMap(([name, value]) => valueActs(map, name, value))];
}

/** What a node has beside its settings is replaced as a whole. */
function ownActs(node: Y.Map<unknown>, name: string, wanted: unknown): Act[] {
  if (same(plain(node.get(name)), plain(wanted))) return [];
  return [() => node.set(name, plain(wanted))];
}

function rootActs(doc: Y.Doc, version: Y.Doc): Act[] {
  const [roots, wanted] = [rootsIn(doc), rootsIn(version)];
  const gone = [...roots.keys()].filter((id) => !wanted.has(id)).map((id) => () => roots.delete(id));
  const changed = [...wanted].flatMap(([id, root]) => {
    const now = roots.get(id);
    if (now instanceof Y.Map) return mapActs(now, root);
    return [() => roots.set(id, sharedSettings(plain(root) as Settings))];
  });
  return [...gone, ...changed];
}

/** The nodes of the version stand where they stood and say what they said. */
function nodeActs(doc: Y.Doc, version: Y.Doc, structure: Structure): Act[] {
  const nodes = nodesIn(doc);
  return [...snapshot(version, structure).nodes.keys()].flatMap((id) => {
    const wanted = nodesIn(version).get(id);
    const now = nodes.get(id);
    if (!wanted) return [];
    if (!(now instanceof Y.Map) || !(settingsOf(now) instanceof Y.Map)) return [() => nodes.set(id, copyOf(wanted))];
    const own = ["level", "kind", "at", "condition", "locked"].flatMap((name) => {
      if (!wanted.has(name)) return now.has(name) ? [() => now.delete(name)] : [];
      return ownActs(now, name, wanted.get(name));
    });
    return [...own, ...mapActs(settingsOf(now), settingsOf(wanted))];
  });
}

/** What the version doesn't know goes where removed things are, so that undo and others find it. */
function newcomerActs(doc: Y.Doc, version: Y.Doc, structure: Structure): Act[] {
  const known = snapshot(version, structure).nodes;
  return [...snapshot(doc, structure).nodes]
    .filter(([id, { at }]) => !known.has(id) && at[0] !== REMOVED)
    .map(
      ([id, { at }]) =>
        () =>
          nodesIn(doc).get(id)?.set("at", [REMOVED, at[1], at[2]]),
    );
}

function copyOf(node: Y.Map<unknown>): Y.Map<unknown> {
  const parts = [...node.entries()].map(([name, value]): [string, unknown] =>
    name === "settings" ? [name, sharedSettings(plain(value) as Settings)] : [name, plain(value)],
  );
  return new Y.Map(parts);
}
