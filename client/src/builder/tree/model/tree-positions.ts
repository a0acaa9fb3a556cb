/** Positions as a user points at them: a parent, a slot, and an index among the visible children. */

import { generateOrder, isOrder } from "../../collab/order";
import type { Node, NodePosition } from "./records";
import type { Snapshot } from "./snapshot";
import { getLevel, type NodeLevel } from "./structure";
import type { Branch } from "./tree";

export interface TreePosition {
  readonly parent: string;
  /** Slot in a parent that has several; absent if it has one. */
  readonly slot?: string;
  /** 0 is before the first child of the slot; an index past the last child is the end. */
  readonly index: number;
}

/** Number of nodes inside each other, by level. */
type Nesting = Readonly<Record<string, number>>;

const NO_NESTING: Nesting = {};

/** A branch with its position and ancestors. */
export interface LocatedBranch {
  readonly branch: Branch;
  readonly parent: string;
  readonly root: string;
  /** Index among the siblings in its slot. */
  readonly index: number;
  /** Number of ancestors by level, for levels with a depth. */
  readonly nesting: Nesting;
}

export function getTreePosition({ branch, parent, index }: LocatedBranch): TreePosition {
  return buildTreePosition(parent, branch.slot, index);
}

export function buildTreePosition(parent: string, slot: string, index: number): TreePosition {
  return slot === "" ? { parent, index } : { parent, slot, index };
}

/** Every branch in reading order. */
export function* iterateBranches({ tree, structure }: Snapshot): Generator<LocatedBranch> {
  for (const [root, branches] of tree) {
    const open = [{ branches, parent: root, nesting: NO_NESTING, at: 0, first: 0 }];
    for (let here = open.at(-1); here; here = open.at(-1)) {
      const branch = here.branches[here.at];
      if (!branch) {
        open.pop();
        continue;
      }
      if (branch.slot !== here.branches[here.first]?.slot) here.first = here.at;
      const { parent, nesting } = here;
      yield { branch, parent, root, index: here.at - here.first, nesting };
      here.at += 1;
      if (branch.children.length === 0) continue;
      const hasDepth = getLevel(structure, branch.level)?.depth !== null;
      const inside = hasDepth ? { ...nesting, [branch.level]: (nesting[branch.level] ?? 0) + 1 } : nesting;
      open.push({ branches: branch.children, parent: branch.id, nesting: inside, at: 0, first: 0 });
    }
  }
}

/** The branches of a tree by id. A tree is immutable: each structural edit creates a new one. */
const indexes = new WeakMap<Snapshot["tree"], ReadonlyMap<string, LocatedBranch>>();

function indexBranches(snapshot: Snapshot): ReadonlyMap<string, LocatedBranch> {
  const known = indexes.get(snapshot.tree);
  if (known) return known;
  const index = new Map<string, LocatedBranch>();
  for (const found of iterateBranches(snapshot)) if (!index.has(found.branch.id)) index.set(found.branch.id, found);
  indexes.set(snapshot.tree, index);
  return index;
}

/** The branch with this id; undefined if it is not visible. */
export function findBranch(snapshot: Snapshot, id: string): LocatedBranch | undefined {
  return indexBranches(snapshot).get(id);
}

/** Number of visible nodes. */
export function countNodes(snapshot: Snapshot): number {
  return indexBranches(snapshot).size;
}

/** Slots of a parent in their order; a single unnamed slot if its kind has none. */
export function listSlots({ nodes }: Snapshot, parent: string): readonly string[] {
  return nodes.get(parent)?.slots ?? ONE_SLOT;
}

const ONE_SLOT = [""] as const;

/** The branches visible in a slot of a parent. */
export function listSiblings(snapshot: Snapshot, parent: string, slot = ""): readonly Branch[] {
  const all = snapshot.tree.get(parent) ?? findBranch(snapshot, parent)?.branch.children ?? [];
  return snapshot.nodes.get(parent)?.slots ? all.filter((branch) => branch.slot === slot) : all;
}

/** The level of a parent, which is a root or a visible node. */
export function getParentLevel(snapshot: Snapshot, parent: string): NodeLevel | undefined {
  if (snapshot.tree.has(parent)) return snapshot.structure.root;
  return getLevel(snapshot.structure, findBranch(snapshot, parent)?.branch.level);
}

/** The properties of a branch or piece that decide where it can go. */
export interface Shape {
  readonly id?: string;
  readonly level: string;
  readonly children: readonly Shape[];
}

/** The nodes of a shape, including its top node. */
interface Extent {
  readonly ids: ReadonlySet<string>;
  readonly count: number;
  /** Maximum number of nodes inside each other, by level. */
  readonly nesting: Nesting;
}

const extents = new WeakMap<Shape, Extent>();

export function computeExtent(shape: Shape): Extent {
  const known = extents.get(shape);
  if (known) return known;
  const ids = new Set<string>();
  const most: Record<string, number> = {};
  let count = 0;
  const waiting: { readonly shape: Shape; readonly around: Nesting }[] = [{ shape, around: NO_NESTING }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, level, children } = next.shape;
    const own = (next.around[level] ?? 0) + 1;
    const around = { ...next.around, [level]: own };
    count += 1;
    if (id !== undefined) ids.add(id);
    most[level] = Math.max(most[level] ?? 0, own);
    for (const child of children) waiting.push({ shape: child, around });
  }
  const extent = { ids, count, nesting: most };
  extents.set(shape, extent);
  return extent;
}

/** Whether a shape fits: level and slot are allowed, no depth is exceeded, and the shape does not go into itself. */
export function canInsert(snapshot: Snapshot, shape: Shape, { parent, slot = "" }: TreePosition): boolean {
  if (!getParentLevel(snapshot, parent)?.holds.includes(shape.level) || !listSlots(snapshot, parent).includes(slot))
    return false;
  const { ids, nesting } = computeExtent(shape);
  if (ids.has(parent)) return false;
  const around = findBranch(snapshot, parent);
  return Object.entries(nesting).every(([name, inside]) => {
    const depth = getLevel(snapshot.structure, name)?.depth ?? null;
    if (depth === null) return true;
    const own = around ? (around.nesting[name] ?? 0) + Number(around.branch.level === name) : 0;
    return own + inside <= depth;
  });
}

/** Whether the document's limit leaves `count` more nodes. */
export function hasCapacityFor(snapshot: Snapshot, count: number): boolean {
  return countNodes(snapshot) + count <= snapshot.structure.limits.nodes;
}

/** The value of `at` for a node at this position. `moving` is the id of the node if it is one of the siblings. */
export function buildNodePosition(
  snapshot: Snapshot,
  { parent, slot = "", index: wanted }: TreePosition,
  moving?: string,
): NodePosition {
  const root = snapshot.tree.has(parent) ? parent : (findBranch(snapshot, parent)?.root ?? "");
  const visible = listSiblings(snapshot, parent, slot);
  const index = Math.max(0, wanted);
  const before = visible.slice(0, index).filter(({ id }) => id !== moving);
  const after = visible.slice(index).filter(({ id }) => id !== moving);
  // Only siblings stored under this parent: a node reattached from a cycle has an order of another position.
  const orders = (branches: readonly Branch[]) =>
    branches
      .map(({ id }) => snapshot.nodes.get(id))
      .filter((node): node is Node => node?.at[0] === parent && (slot === "" || node.at[3] === slot))
      .filter(({ at }) => isOrder(at[1]));
  const left = orders(before).at(-1)?.at[1] ?? null;
  // Equal orders leave no gap, so the next larger order is the bound.
  const right = orders(after).find(({ at }) => left === null || at[1] > left)?.at[1] ?? null;
  const order = generateOrder(left, right);
  return slot === "" ? [parent, order, root] : [parent, order, root, slot];
}
