import * as Y from "yjs";
import { buildMapChanges, buildSingleChanges, type MapChange } from "../../collab/map-changes";
import { getGlobals, getNodeSettings, getNodes, getRoots } from "../../collab/maps";
import { type Settings, toPlain, toSharedMap } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { REMOVED } from "../model/records";
import { readSnapshot } from "../model/snapshot";
import type { TreeStructure } from "../model/structure";

const NODE_KEYS = ["level", "kind", "at", "condition", "locked"] as const;

/**
 * Gives the document the content of a version, as one undo step. Concurrent changes of other content are kept. Nodes
 * that the version lacks are deleted, even locked ones. Returns false if both have the same content, and nothing
 * changed.
 */
export function restore({ doc, history, structure, isViewed = false }: TreeEditing, version: Y.Doc): boolean {
  if (isViewed) return false;
  const acts = [
    ...buildMapChanges(getGlobals(doc), getGlobals(version)),
    ...buildRootChanges(doc, version),
    ...buildNodeChanges(doc, version, structure),
    ...buildRemovals(doc, version, structure),
  ];
  if (acts.length === 0) return false;
  history.act(() => {
    for (const act of acts) act();
  });
  return true;
}

function buildRootChanges(doc: Y.Doc, version: Y.Doc): readonly MapChange[] {
  const [roots, wanted] = [getRoots(doc), getRoots(version)];
  const gone = [...roots.keys()].filter((id) => !wanted.has(id)).map((id) => () => roots.delete(id));
  const changed = [...wanted].flatMap(([id, root]): readonly MapChange[] => {
    const now = roots.get(id);
    if (now instanceof Y.Map) return buildMapChanges(now, root);
    return [() => roots.set(id, toSharedMap(toPlain(root) as Settings))];
  });
  return [...gone, ...changed];
}

/** The changes that restore the positions and content of the version's nodes. */
function buildNodeChanges(doc: Y.Doc, version: Y.Doc, structure: TreeStructure): readonly MapChange[] {
  const nodes = getNodes(doc);
  return [...readSnapshot(version, structure).nodes.keys()].flatMap((id): readonly MapChange[] => {
    const wanted = getNodes(version).get(id);
    const now = nodes.get(id);
    if (!wanted) return [];
    if (!(now instanceof Y.Map) || !(getNodeSettings(now) instanceof Y.Map))
      return [() => nodes.set(id, cloneNode(wanted))];
    const own = NODE_KEYS.flatMap((name) => buildSingleChanges(now, name, wanted.get(name)));
    return [...own, ...buildMapChanges(getNodeSettings(now), getNodeSettings(wanted))];
  });
}

/** The changes that delete the nodes that the version lacks. Undo can restore them. */
function buildRemovals(doc: Y.Doc, version: Y.Doc, structure: TreeStructure): readonly MapChange[] {
  const known = readSnapshot(version, structure).nodes;
  return [...readSnapshot(doc, structure).nodes]
    .filter(([id, { at }]) => !known.has(id) && at[0] !== REMOVED)
    .map(
      ([id, { at }]) =>
        () =>
          getNodes(doc).get(id)?.set("at", [REMOVED, at[1], at[2]]),
    );
}

function cloneNode(node: Y.Map<unknown>): Y.Map<unknown> {
  const parts = [...node.entries()].map(([name, value]): [string, unknown] =>
    name === "settings" ? [name, toSharedMap(toPlain(value) as Settings)] : [name, toPlain(value)],
  );
  return new Y.Map(parts);
}
