/** The differences of two states of a document, as far as they are drawn. */
import type * as Y from "yjs";
import { globalsIn, nodesIn, rootsIn } from "../../collab/maps";
import { plain, same } from "../../collab/values";
import type { Changes, ComparedRoot, VersionChange } from "../../collab/versions/model";
import { walk } from "../model/places";
import { snapshot } from "../model/snapshot";
import type { Structure } from "../model/structure";

/** The changes from an earlier state to the current one. A change counts for the innermost node. */
export function changesBetween(former: Y.Doc, now: Y.Doc, structure: Structure): Changes {
  const [before, after] = [placesIn(former, structure), placesIn(now, structure)];
  const nodes = new Map<string, VersionChange>();
  for (const [id, place] of before) {
    const then = after.get(id);
    if (then === undefined) nodes.set(id, "removed");
    else if (then !== place || !saysSame(former, now, id)) nodes.set(id, "changed");
  }
  for (const id of after.keys()) if (!before.has(id)) nodes.set(id, "added");
  const isSame = [globalsIn, rootsIn].every((part) => same(plain(part(former)), plain(part(now))));
  return { nodes, isWhole: !isSame };
}

/** The parent, slot and order of each drawn node, as one text to compare. */
function placesIn(doc: Y.Doc, structure: Structure): ReadonlyMap<string, string> {
  const now = snapshot(doc, structure);
  return new Map(
    [...walk(now)].map(({ branch, parent }) => [
      branch.id,
      `${parent} ${branch.slot} ${now.nodes.get(branch.id)?.at[1]}`,
    ]),
  );
}

function saysSame(one: Y.Doc, other: Y.Doc, id: string): boolean {
  const [mine, theirs] = [nodesIn(one).get(id), nodesIn(other).get(id)];
  return ["settings", "condition", "locked"].every((name) => same(plain(mine?.get(name)), plain(theirs?.get(name))));
}

/** The current roots in their order, then the roots that only the earlier state has. */
export function rootsOfBoth(former: Y.Doc, now: Y.Doc, structure: Structure): readonly ComparedRoot[] {
  const [then, today] = [snapshot(former, structure), snapshot(now, structure)];
  const rootsOf = ({ roots, names }: typeof today, isGone: boolean): readonly ComparedRoot[] =>
    roots.map((id, index) => ({ id, index, name: names.get(id) ?? "", isGone }));
  return [...rootsOf(today, false), ...rootsOf(then, true).filter(({ id }) => !today.roots.includes(id))];
}
