/** The differences of two states of a document, as far as they are visible. */
import type * as Y from "yjs";
import { getGlobals, getNodes, getRoots } from "../../collab/maps";
import { isEqual, toPlain } from "../../collab/values";
import type { Changes, ComparedRoot, VersionChange } from "../../collab/versions/model";
import { readSnapshot } from "../model/snapshot";
import type { TreeStructure } from "../model/structure";
import { iterateBranches } from "../model/tree-positions";

/** The changes from an earlier state to the current one. A change counts for the innermost node. */
export function findChanges(former: Y.Doc, now: Y.Doc, structure: TreeStructure): Changes {
  const [before, after] = [readPositions(former, structure), readPositions(now, structure)];
  const nodes = new Map<string, VersionChange>();
  for (const [id, place] of before) {
    const then = after.get(id);
    if (then === undefined) nodes.set(id, "removed");
    else if (then !== place || !hasSameContent(former, now, id)) nodes.set(id, "changed");
  }
  for (const id of after.keys()) if (!before.has(id)) nodes.set(id, "added");
  const isSame = [getGlobals, getRoots].every((part) => isEqual(toPlain(part(former)), toPlain(part(now))));
  return { nodes, isWhole: !isSame };
}

/** The parent, slot and order of each visible node, as one text to compare. */
function readPositions(doc: Y.Doc, structure: TreeStructure): ReadonlyMap<string, string> {
  const now = readSnapshot(doc, structure);
  return new Map(
    [...iterateBranches(now)].map(({ branch, parent }) => [
      branch.id,
      `${parent} ${branch.slot} ${now.nodes.get(branch.id)?.at[1]}`,
    ]),
  );
}

function hasSameContent(one: Y.Doc, other: Y.Doc, id: string): boolean {
  const [mine, theirs] = [getNodes(one).get(id), getNodes(other).get(id)];
  return ["settings", "condition", "locked"].every((name) =>
    isEqual(toPlain(mine?.get(name)), toPlain(theirs?.get(name))),
  );
}

/** The current roots in their order, then the roots that only the earlier state has. */
export function mergeRoots(former: Y.Doc, now: Y.Doc, structure: TreeStructure): readonly ComparedRoot[] {
  const [then, today] = [readSnapshot(former, structure), readSnapshot(now, structure)];
  const rootsOf = ({ roots, names }: typeof today, isGone: boolean): readonly ComparedRoot[] =>
    roots.map((id, index) => ({ id, index, name: names.get(id) ?? "", isGone }));
  return [...rootsOf(today, false), ...rootsOf(then, true).filter(({ id }) => !today.roots.includes(id))];
}
