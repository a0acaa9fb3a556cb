import * as Y from "yjs";
import { globalsIn, nodesIn, rootsIn, settingsOf } from "../../collab/maps";
import { type MapChange, mapChanges, singleChanges } from "../../collab/restored-map";
import { plain, type Settings, sharedSettings } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { REMOVED } from "../model/records";
import { snapshot } from "../model/snapshot";
import type { Structure } from "../model/structure";

const NODE_KEYS = ["level", "kind", "at", "condition", "locked"] as const;

/**
 * Gives the document the content of a version, as one undo step. Concurrent changes of other content are kept. Nodes
 * that the version lacks are deleted, even locked ones. Returns false if both have the same content, and nothing
 * changed.
 */
export function restore({ doc, history, structure, isViewed = false }: TreeEditing, version: Y.Doc): boolean {
  if (isViewed) return false;
  const acts = [
    ...mapChanges(globalsIn(doc), globalsIn(version)),
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

function rootActs(doc: Y.Doc, version: Y.Doc): readonly MapChange[] {
  const [roots, wanted] = [rootsIn(doc), rootsIn(version)];
  const gone = [...roots.keys()].filter((id) => !wanted.has(id)).map((id) => () => roots.delete(id));
  const changed = [...wanted].flatMap(([id, root]): readonly MapChange[] => {
    const now = roots.get(id);
    if (now instanceof Y.Map) return mapChanges(now, root);
    return [() => roots.set(id, sharedSettings(plain(root) as Settings))];
  });
  return [...gone, ...changed];
}

/** The changes that restore the positions and content of the version's nodes. */
function nodeActs(doc: Y.Doc, version: Y.Doc, structure: Structure): readonly MapChange[] {
  const nodes = nodesIn(doc);
  return [...snapshot(version, structure).nodes.keys()].flatMap((id): readonly MapChange[] => {
    const wanted = nodesIn(version).get(id);
    const now = nodes.get(id);
    if (!wanted) return [];
    if (!(now instanceof Y.Map) || !(settingsOf(now) instanceof Y.Map)) return [() => nodes.set(id, copyOf(wanted))];
    const own = NODE_KEYS.flatMap((name) => singleChanges(now, name, wanted.get(name)));
    return [...own, ...mapChanges(settingsOf(now), settingsOf(wanted))];
  });
}

/** The changes that delete the nodes that the version lacks. Undo can restore them. */
function newcomerActs(doc: Y.Doc, version: Y.Doc, structure: Structure): readonly MapChange[] {
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
