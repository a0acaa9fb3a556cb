import type * as Y from "yjs";
import { getGlobals, getNodes } from "../../collab/maps";
import { isEqual, toPlain } from "../../collab/values";
import type { Changes, VersionChange, VersionModel } from "../../collab/versions/model";
import { restore } from "../commands/restore";
import { buildEndKey } from "../model/graph";
import { type GraphSnapshot, readGraphSnapshot } from "../model/snapshot";
import type { GraphStructure } from "../model/structure";

const NODE_KEYS = ["kind", "at", "settings", "condition", "locked"] as const;

/** How versions of a graph are compared and restored. A graph has no roots. */
export function createGraphVersionModel(structure: GraphStructure): VersionModel {
  return {
    changesBetween: (former, now) => findChanges(former, now, structure),
    rootsOfBoth: () => [],
    restore: (editing, version) => restore({ ...editing, structure }, version),
  };
}

/** Changes of the visible nodes. An edge counts as a change of the node that it starts at. */
function findChanges(former: Y.Doc, now: Y.Doc, structure: GraphStructure): Changes {
  const [before, after] = [readGraphSnapshot(former, structure), readGraphSnapshot(now, structure)];
  const [then, today] = [describeOutgoingEdges(before), describeOutgoingEdges(after)];
  const nodes = new Map<string, VersionChange>();
  for (const id of before.nodes.keys()) {
    if (!after.nodes.has(id)) nodes.set(id, "removed");
    else if (then.get(id) !== today.get(id) || !isSameNode(former, now, id)) nodes.set(id, "changed");
  }
  for (const id of after.nodes.keys()) if (!before.nodes.has(id)) nodes.set(id, "added");
  return { nodes, isWhole: !isEqual(toPlain(getGlobals(former)), toPlain(getGlobals(now))) };
}

/** The outgoing edges of each node as text. */
function describeOutgoingEdges({ edges }: GraphSnapshot): ReadonlyMap<string, string> {
  const all = new Map<string, string[]>();
  for (const { source, target } of edges.values()) {
    all.set(source[0], [...(all.get(source[0]) ?? []), `${source[1]} ${buildEndKey(target)}`]);
  }
  return new Map([...all].map(([id, ends]) => [id, ends.sort().join("\n")]));
}

function isSameNode(one: Y.Doc, other: Y.Doc, id: string): boolean {
  const [left, right] = [getNodes(one).get(id), getNodes(other).get(id)];
  return NODE_KEYS.every((name) => isEqual(toPlain(left?.get(name)), toPlain(right?.get(name))));
}
