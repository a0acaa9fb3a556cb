/** Whether two ports can be connected. */
import { buildEndKey, getInputs, getOutputs } from "./graph";
import { sortInReadingOrder } from "./paths";
import type { Edge, End } from "./records";
import type { GraphSnapshot } from "./snapshot";
import { getLevel } from "./structure";

/** Why two ports cannot be connected. */
export type EdgeConflict = "missing" | "level" | "duplicate" | "full" | "cycle";

/** The reason against an edge; undefined if it is valid. `except` is the edge that it would replace. */
export function findConflict(now: GraphSnapshot, { source, target }: Edge, except?: string): EdgeConflict | undefined {
  const { structure, nodes } = now;
  const [from, into] = [nodes.get(source[0]), nodes.get(target[0])];
  const output = from && getOutputs(structure, from).find(({ name }) => name === source[1]);
  const input = into && getInputs(structure, into).find(({ name }) => name === target[1]);
  if (!from || !into || !output || !input) return "missing";
  if (!getLevel(structure, from.level)?.targets.includes(into.level)) return "level";
  const others = [...now.edges].filter(([id]) => id !== except).map(([, edge]) => edge);
  const atSource = others.filter((edge) => buildEndKey(edge.source) === buildEndKey(source));
  const atTarget = others.filter((edge) => buildEndKey(edge.target) === buildEndKey(target));
  if (atSource.some((edge) => buildEndKey(edge.target) === buildEndKey(target))) return "duplicate";
  if (atSource.length >= (output.maxEdges ?? Infinity) || atTarget.length >= (input.maxEdges ?? Infinity))
    return "full";
  return !structure.hasCycles && findReachable(others, [target[0]]).has(source[0]) ? "cycle" : undefined;
}

/** The nodes that edges lead to from these nodes, with the nodes themselves. */
export function findReachable(edges: Iterable<Edge>, starts: Iterable<string>): ReadonlySet<string> {
  const following = new Map<string, string[]>();
  for (const { source, target } of edges) {
    const known = following.get(source[0]);
    if (known) known.push(target[0]);
    else following.set(source[0], [target[0]]);
  }
  const found = new Set(starts);
  // Iterating a set also yields the items that are added during the iteration.
  for (const id of found) for (const next of following.get(id) ?? []) found.add(next);
  return found;
}

/** Inputs that an output can be connected to, in reading order. `except` is the edge that would be replaced. */
export function listTargets(now: GraphSnapshot, source: End, except?: string): readonly End[] {
  const inputs = sortInReadingOrder(now.nodes).flatMap((id) => {
    const node = now.nodes.get(id);
    return node ? getInputs(now.structure, node).map(({ name }): End => [id, name]) : [];
  });
  return inputs.filter((target) => findConflict(now, { source, target }, except) === undefined);
}
