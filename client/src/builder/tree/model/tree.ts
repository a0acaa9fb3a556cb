/**
 * The visible tree of a document. Concurrent moves and deletions can leave nodes in a cycle, too deep or without a
 * parent; the rules below make a tree of them. server/documents/tree.py has the same rules, and
 * tests/fixtures/documents/{structures,trees}.json tests both.
 *
 * 1. A node is not visible, and neither are its descendants, if its id is the id of a root, if its parent is `REMOVED`,
 *    does not exist or does not accept its level, or if its parent has slots and the node names none of them.
 * 2. Siblings are sorted by slot, then by order, then by id.
 * 3. From each cycle, the node with the smallest id, among those that a root accepts, moves to the end of its stored
 *    root, or of the first root if that one is gone. The rest of the cycle follows it. A cycle without such a node is
 *    not visible.
 * 4. A node in more nodes of its own level than the level's depth allows goes after the innermost of them that is
 *    allowed.
 *
 * The code does not recurse: a third-party client can nest nodes to any depth.
 */
import { compare } from "../../collab/names";
import { type Node, REMOVED } from "./records";
import { getLevel, type TreeStructure } from "./structure";

export interface Branch {
  readonly id: string;
  readonly level: string;
  readonly kind: string;
  /** Slot in the parent, if the parent has several; else empty. */
  readonly slot: string;
  readonly children: readonly Branch[];
}

/** The branches of each root. */
export type Tree = ReadonlyMap<string, readonly Branch[]>;

type Nodes = ReadonlyMap<string, Node>;
type Children = ReadonlyMap<string, readonly string[]>;
type Ranks = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The visible tree of these nodes. It contains every node at most once. */
export function buildTree(all: Nodes, roots: readonly string[], structure: TreeStructure): Tree {
  const places = new Set(roots);
  const nodes = roots.some((root) => all.has(root)) ? new Map([...all].filter(([id]) => !places.has(id))) : all;
  const ranks = rankSlots(nodes);
  const parents = findParents(nodes, places, ranks, structure);
  const repaired = breakCycles(nodes, parents, roots, structure);
  const children = sortChildren(nodes, parents, repaired, ranks);
  return new Map(roots.map((root) => [root, buildBranches(root, nodes, children, structure)]));
}

/** The position of each slot by node id, for nodes with slots. */
function rankSlots(nodes: Nodes): Ranks {
  const ranks = new Map<string, ReadonlyMap<string, number>>();
  for (const [id, { slots }] of nodes) if (slots) ranks.set(id, new Map(slots.map((slot, at) => [slot, at])));
  return ranks;
}

/** Parent by node id, for nodes with an existing parent that accepts them. */
function findParents(
  nodes: Nodes,
  roots: ReadonlySet<string>,
  ranks: Ranks,
  structure: TreeStructure,
): Map<string, string> {
  const parents = new Map<string, string>();
  for (const [id, { level, at }] of nodes) {
    const [parent, , , slot = ""] = at;
    if (parent === REMOVED) continue;
    const node = roots.has(parent) ? undefined : nodes.get(parent);
    const above = roots.has(parent) ? structure.root : node && getLevel(structure, node.level);
    if (above?.holds.includes(level) && (ranks.get(parent)?.has(slot) ?? true)) parents.set(id, parent);
  }
  return parents;
}

/** Reattaches one node of each cycle to a root, as rule 3 says. Returns the ids of these nodes. */
function breakCycles(
  nodes: Nodes,
  parents: Map<string, string>,
  roots: readonly string[],
  structure: TreeStructure,
): ReadonlySet<string> {
  const repaired = new Set<string>();
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
    const [first] = (back < 0 ? [] : way.slice(back))
      .filter((each) => structure.root.holds.includes(nodes.get(each)?.level ?? ""))
      .sort(compare);
    const own = first === undefined ? undefined : nodes.get(first)?.at[2];
    const root = roots.find((each) => each === own) ?? roots[0];
    if (first === undefined || root === undefined) continue;
    parents.set(first, root);
    repaired.add(first);
  }
  return repaired;
}

function sortChildren(
  nodes: Nodes,
  parents: ReadonlyMap<string, string>,
  repaired: ReadonlySet<string>,
  ranks: Ranks,
): Children {
  const children = new Map<string, string[]>();
  for (const [id, parent] of parents) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  const order = (id: string) => nodes.get(id)?.at[1] ?? "";
  for (const [parent, siblings] of children) {
    const rank = ranks.get(parent);
    const slot = (id: string) => rank?.get(nodes.get(id)?.at[3] ?? "") ?? 0;
    siblings.sort(
      (left, right) =>
        slot(left) - slot(right) ||
        Number(repaired.has(left)) - Number(repaired.has(right)) ||
        // The order of a reattached node is relative to its previous siblings.
        (repaired.has(left) ? 0 : compare(order(left), order(right))) ||
        compare(left, right),
    );
  }
  return children;
}

/** A branch with children that are not built yet. */
interface OpenBranch {
  readonly id: string;
  readonly slot: string;
  /** The remaining children, last first. */
  readonly waiting: { readonly id: string; readonly slot: string }[];
  readonly visible: Branch[];
  readonly tooDeep: string[];
}

function buildBranches(root: string, nodes: Nodes, children: Children, structure: TreeStructure): readonly Branch[] {
  /** Open branches by level, outermost first, for levels with a depth. */
  const around = new Map<string, OpenBranch[]>();
  const begin = (id: string, slot: string): OpenBranch => {
    const hasSlots = nodes.get(id)?.slots !== undefined;
    const inside = (children.get(id) ?? []).map((child) => ({
      id: child,
      slot: hasSlots ? (nodes.get(child)?.at[3] ?? "") : "",
    }));
    return { id, slot, waiting: inside.reverse(), visible: [], tooDeep: [] };
  };
  const top = begin(root, "");
  const open = [top];
  for (let here = open.at(-1); here; here = open.at(-1)) {
    const next = here.waiting.pop();
    if (next) {
      const { level = "", kind = "" } = nodes.get(next.id) ?? {};
      const depth = getLevel(structure, level)?.depth ?? null;
      const same = depth === null ? undefined : getStack(around, level);
      if (same && depth !== null && same.length >= depth) same.at(-1)?.tooDeep.push(next.id);
      else if (!children.has(next.id)) here.visible.push({ ...next, level, kind, children: [] });
      else {
        const begun = begin(next.id, next.slot);
        open.push(begun);
        same?.push(begun);
      }
      continue;
    }
    open.pop();
    const parent = open.at(-1);
    if (!parent) break;
    const { id, slot, visible, tooDeep } = here;
    const { level = "", kind = "" } = nodes.get(id) ?? {};
    around.get(level)?.pop();
    parent.visible.push({ id, level, kind, slot, children: visible });
    parent.waiting.push(...tooDeep.reverse().map((each) => ({ id: each, slot })));
  }
  return top.visible;
}

function getStack(around: Map<string, OpenBranch[]>, level: string): OpenBranch[] {
  const known = around.get(level);
  if (known) return known;
  const stack: OpenBranch[] = [];
  around.set(level, stack);
  return stack;
}
