/**
 * The tree that a document means, whatever its nodes say. Several people move and remove at once, so that nodes may
 * form a cycle, lie too deep or lack their parent. server/documents/tree.py has the same rule; both are held together
 * by tests/fixtures/documents/trees.json.
 *
 * 1. A node whose parent is `REMOVED`, is not there, or can't hold its level, is not drawn, nor is what lies in it.
 * 2. Siblings stand by their order, then by their id.
 * 3. Of each cycle the row with the smallest id goes to the end of the root that it calls home, or of the first root
 *    when that is gone, and takes the others with it.
 * 4. A row in a column of an inner row goes after that inner row.
 */
import { type Level, type Node, REMOVED } from "./records";

export interface Branch {
  readonly id: string;
  readonly level: Level;
  readonly kind: string;
  readonly children: readonly Branch[];
}

/** The branches of each root. */
export type Tree = ReadonlyMap<string, readonly Branch[]>;

type Nodes = ReadonlyMap<string, Node>;
type Children = Map<string, string[]>;

/** What may lie in what. */
export const HOLDS: Readonly<Record<Level | "root", readonly Level[]>> = {
  root: ["row"],
  row: ["column"],
  column: ["row", "component"],
  component: [],
};

/** By code units, as Python compares ASCII; `localeCompare` would differ from reader to reader. */
export function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** The tree of these nodes. Every node stands in it once at most. */
export function grow(nodes: Nodes, roots: readonly string[]): Tree {
  const parents = parentsOf(nodes, new Set(roots));
  const mended = mendCycles(nodes, parents, roots);
  const children = childrenOf(nodes, parents, mended);
  return new Map(roots.map((root) => [root, (children.get(root) ?? []).map((id) => outerRow(id, nodes, children))]));
}

/** What each node hangs in, of those that hang in what can hold them. */
function parentsOf(nodes: Nodes, roots: ReadonlySet<string>): Map<string, string> {
  const parents = new Map<string, string>();
  for (const [id, { level, at }] of nodes) {
    const above = roots.has(at[0]) ? "root" : nodes.get(at[0])?.level;
    if (above && at[0] !== REMOVED && HOLDS[above].includes(level)) parents.set(id, at[0]);
  }
  return parents;
}

/** Hangs one row of each cycle in a root; answers these rows. */
function mendCycles(nodes: Nodes, parents: Map<string, string>, roots: readonly string[]): ReadonlySet<string> {
  const mended = new Set<string>();
  const known = new Set<string>();
  for (const start of nodes.keys()) {
    const way: string[] = [];
    let id: string | undefined = start;
    while (id !== undefined && nodes.has(id) && !known.has(id)) {
      known.add(id);
      way.push(id);
      id = parents.get(id);
    }
    const back = id === undefined ? -1 : way.indexOf(id);
    const [row] = (back < 0 ? [] : way.slice(back)).filter((each) => nodes.get(each)?.level === "row").sort(compare);
    const home = row === undefined ? undefined : nodes.get(row)?.at[2];
    const root = roots.find((each) => each === home) ?? roots[0];
    if (row === undefined || root === undefined) continue;
    parents.set(row, root);
    mended.add(row);
  }
  return mended;
}

function childrenOf(nodes: Nodes, parents: ReadonlyMap<string, string>, mended: ReadonlySet<string>): Children {
  const children: Children = new Map();
  for (const [id, parent] of parents) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  const order = (id: string) => nodes.get(id)?.at[1] ?? "";
  for (const siblings of children.values()) {
    siblings.sort(
      (left, right) =>
        Number(mended.has(left)) - Number(mended.has(right)) ||
        // The order of a mended row is one among the siblings that it had.
        (mended.has(left) ? 0 : compare(order(left), order(right))) ||
        compare(left, right),
    );
  }
  return children;
}

function outerRow(id: string, nodes: Nodes, children: Children): Branch {
  return branch(
    id,
    nodes,
    (children.get(id) ?? []).map((column) => outerColumn(column, nodes, children)),
  );
}

function outerColumn(id: string, nodes: Nodes, children: Children): Branch {
  const inside = (children.get(id) ?? []).flatMap((child) =>
    nodes.get(child)?.level === "row" ? innerRows(child, nodes, children) : [branch(child, nodes, [])],
  );
  return branch(id, nodes, inside);
}

/** An inner row, and after it those that lay in it. */
function innerRows(first: string, nodes: Nodes, children: Children): readonly Branch[] {
  const rows: Branch[] = [];
  // Not by recursion: nobody knows how deep a stranger's client nests.
  const waiting = [first];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const columns: Branch[] = [];
    const tooDeep: string[] = [];
    for (const column of children.get(id) ?? []) {
      const inside = children.get(column) ?? [];
      const components = inside.filter((child) => nodes.get(child)?.level === "component");
      tooDeep.push(...inside.filter((child) => nodes.get(child)?.level === "row"));
      columns.push(
        branch(
          column,
          nodes,
          components.map((child) => branch(child, nodes, [])),
        ),
      );
    }
    rows.push(branch(id, nodes, columns));
    waiting.push(...tooDeep.reverse());
  }
  return rows;
}

function branch(id: string, nodes: Nodes, children: readonly Branch[]): Branch {
  return { id, level: nodes.get(id)?.level ?? "component", kind: nodes.get(id)?.kind ?? "", children };
}
