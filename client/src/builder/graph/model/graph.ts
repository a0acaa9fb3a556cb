/**
 * The visible graph of a document. Concurrent changes can leave edges without a node, twice, above the maximum of a port
 * or in a cycle; the rules below make a valid graph of them. server/documents/graph.py has the same rules, and
 * tests/fixtures/documents/graphs.json tests both.
 *
 * 1. A removed node is not visible.
 * 2. An edge is visible only from an output of a visible node to an input of a visible node whose level its own level can
 *    lead to.
 * 3. In the order of their ids, edges are skipped that repeat a visible edge or exceed the maximum of one of their ports.
 * 4. If the structure has no cycles, nodes are visited depth-first: from those without incoming edges, then from all
 *    others, by id, along edges by id. An edge back to a node on the current path is skipped.
 *
 * A skipped edge stays stored: it is visible once the reason is gone. The code does not recurse.
 */
import { compare } from "../../collab/names";
import type { Edge, End, GraphNode } from "./records";
import { type GraphStructure, getLevel, getPorts, type NamedPort } from "./structure";

type Nodes = ReadonlyMap<string, GraphNode>;
type Edges = ReadonlyMap<string, Edge>;

/** Visible nodes and edges by id, both in the order of their ids. */
export interface Graph {
  readonly nodes: Nodes;
  readonly edges: Edges;
}

/** The visible graph of these nodes and edges. */
export function buildVisibleGraph(nodes: Nodes, edges: Edges, structure: GraphStructure): Graph {
  const visible = new Map(sortById(nodes).filter(([, { isRemoved }]) => !isRemoved));
  const joined = joinEdges(visible, edges, structure);
  return { nodes: visible, edges: structure.hasCycles ? joined : removeCycles(visible, joined) };
}

/** The inputs of a node, in the order in which they are shown. */
export function getInputs(structure: GraphStructure, { kind }: GraphNode): readonly NamedPort[] {
  return getPorts(structure, kind)?.inputs ?? [];
}

/** The outputs of a node, then those of its items. An item cannot replace an output of the kind. */
export function getOutputs(structure: GraphStructure, { kind, items }: GraphNode): readonly NamedPort[] {
  const ports = getPorts(structure, kind);
  if (!ports) return [];
  const further = items.filter((id) => !ports.outputs.some(({ name }) => name === id));
  return [...ports.outputs, ...further.map((name) => ({ ...ports.item, name }))];
}

/** An end as a key of a map. */
export function buildEndKey([node, port]: End): string {
  return `${node} ${port}`;
}

function sortById<Each>(all: ReadonlyMap<string, Each>): (readonly [string, Each])[] {
  return [...all].sort(([left], [right]) => compare(left, right));
}

/** The edges that rules 2 and 3 allow, by id. */
function joinEdges(nodes: Nodes, edges: Edges, structure: GraphStructure): Map<string, Edge> {
  const outputs = indexPorts(nodes, (node) => getOutputs(structure, node));
  const inputs = indexPorts(nodes, (node) => getInputs(structure, node));
  const counts = { output: new Map<string, number>(), input: new Map<string, number>() };
  const known = new Set<string>();
  const visible = new Map<string, Edge>();
  for (const [id, edge] of sortById(edges)) {
    const [source, target] = [buildEndKey(edge.source), buildEndKey(edge.target)];
    const [output, input] = [outputs.get(source), inputs.get(target)];
    const ends = `${source} ${target}`;
    if (!output || !input || known.has(ends)) continue;
    const targets = getLevel(structure, nodes.get(edge.source[0])?.level)?.targets ?? [];
    if (!targets.includes(nodes.get(edge.target[0])?.level ?? "")) continue;
    const [from, into] = [counts.output.get(source) ?? 0, counts.input.get(target) ?? 0];
    if (from >= (output.maxEdges ?? Infinity) || into >= (input.maxEdges ?? Infinity)) continue;
    known.add(ends);
    visible.set(id, edge);
    counts.output.set(source, from + 1);
    counts.input.set(target, into + 1);
  }
  return visible;
}

function indexPorts(nodes: Nodes, portsIn: (node: GraphNode) => readonly NamedPort[]): ReadonlyMap<string, NamedPort> {
  return new Map(
    [...nodes].flatMap(([id, node]) =>
      portsIn(node).map((port): [string, NamedPort] => [buildEndKey([id, port.name]), port]),
    ),
  );
}

/** The edges without those that rule 4 skips. */
function removeCycles(nodes: Nodes, edges: Edges): Edges {
  const outgoing = new Map<string, (readonly [id: string, node: string])[]>();
  for (const [id, { source, target }] of edges) {
    outgoing.set(source[0], [...(outgoing.get(source[0]) ?? []), [id, target[0]]]);
  }
  const targets = new Set([...edges.values()].map(({ target }) => target[0]));
  const skipped = new Set<string>();
  const left = new Set<string>();
  const onPath = new Set<string>();
  for (const start of [...[...nodes.keys()].filter((id) => !targets.has(id)), ...nodes.keys()]) {
    if (left.has(start)) continue;
    onPath.add(start);
    const path = [{ id: start, next: 0 }];
    for (let here = path.at(-1); here; here = path.at(-1)) {
      const way = outgoing.get(here.id)?.[here.next];
      here.next += 1;
      if (!way) {
        path.pop();
        onPath.delete(here.id);
        left.add(here.id);
      } else if (onPath.has(way[1])) {
        skipped.add(way[0]);
      } else if (!left.has(way[1])) {
        onPath.add(way[1]);
        path.push({ id: way[1], next: 0 });
      }
    }
  }
  return new Map([...edges].filter(([id]) => !skipped.has(id)));
}
