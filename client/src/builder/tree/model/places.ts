/** Where something goes, as a person points at it: in a parent, at an index among those drawn there. */

import { between, isOrder } from "./order";
import type { At, Node } from "./records";
import type { Snapshot } from "./snapshot";
import { levelOf, type NodeLevel } from "./structure";
import type { Branch } from "./tree";

export interface Place {
  readonly parent: string;
  /** The place inside a parent that has several; absent where it has one. */
  readonly slot?: string;
  /** 0 is before the first of that slot; more than there are is the end. */
  readonly index: number;
}

/** How many of each level with a depth lie around something. */
type Nesting = Readonly<Record<string, number>>;

const NO_NESTING: Nesting = {};

/** A branch with what is around it. */
export interface Found {
  readonly branch: Branch;
  readonly parent: string;
  readonly root: string;
  /** Among those in its slot. */
  readonly index: number;
  /** What it lies in, itself not counted. */
  readonly nesting: Nesting;
}

/** The place at which a branch stands. */
export function placeOf({ branch, parent, index }: Found): Place {
  return placeIn(parent, branch.slot, index);
}

export function placeIn(parent: string, slot: string, index: number): Place {
  return slot === "" ? { parent, index } : { parent, slot, index };
}

/** Every branch in the order in which it is drawn. */
export function* walk({ tree, structure }: Snapshot): Generator<Found> {
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
      const hasDepth = levelOf(structure, branch.level)?.depth !== null;
      const inside = hasDepth ? { ...nesting, [branch.level]: (nesting[branch.level] ?? 0) + 1 } : nesting;
      open.push({ branches: branch.children, parent: branch.id, nesting: inside, at: 0, first: 0 });
    }
  }
}

/** The branches of a tree by id. A tree never changes: each edit of the structure makes another one. */
const indexes = new WeakMap<Snapshot["tree"], ReadonlyMap<string, Found>>();

function indexOf(snapshot: Snapshot): ReadonlyMap<string, Found> {
  const known = indexes.get(snapshot.tree);
  if (known) return known;
  const index = new Map<string, Found>();
  for (const found of walk(snapshot)) if (!index.has(found.branch.id)) index.set(found.branch.id, found);
  indexes.set(snapshot.tree, index);
  return index;
}

/** The branch of this id, when it is drawn. */
export function find(snapshot: Snapshot, id: string): Found | undefined {
  return indexOf(snapshot).get(id);
}

/** How many nodes are drawn. */
export function countIn(snapshot: Snapshot): number {
  return indexOf(snapshot).size;
}

/** The places that a parent has for others, in their order; one without a name where they are not told apart. */
export function slotsIn({ nodes }: Snapshot, parent: string): readonly string[] {
  return nodes.get(parent)?.slots ?? ONE_SLOT;
}

const ONE_SLOT = [""] as const;

/** Those that are drawn in a slot of a parent. */
export function siblingsIn(snapshot: Snapshot, parent: string, slot = ""): readonly Branch[] {
  const all = snapshot.tree.get(parent) ?? find(snapshot, parent)?.branch.children ?? [];
  return snapshot.nodes.get(parent)?.slots ? all.filter((branch) => branch.slot === slot) : all;
}

/** The level of a parent: of a root or of a node that is drawn. */
export function levelIn(snapshot: Snapshot, parent: string): NodeLevel | undefined {
  if (snapshot.tree.has(parent)) return snapshot.structure.root;
  return levelOf(snapshot.structure, find(snapshot, parent)?.branch.level);
}

/** What of a branch, or of a piece that will be one, says where it can go. */
export interface Shape {
  readonly id?: string;
  readonly level: string;
  readonly children: readonly Shape[];
}

/** What lies in a shape, itself counted. */
interface Extent {
  readonly ids: ReadonlySet<string>;
  readonly count: number;
  /** How many of each level lie in each other at most. */
  readonly nesting: Nesting;
}

const extents = new WeakMap<Shape, Extent>();

export function extentOf(shape: Shape): Extent {
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

/** Whether a branch can go there: its level fits, it lies not too deep, and it doesn't go into itself. */
export function fits(snapshot: Snapshot, shape: Shape, { parent, slot = "" }: Place): boolean {
  if (!levelIn(snapshot, parent)?.holds.includes(shape.level) || !slotsIn(snapshot, parent).includes(slot))
    return false;
  const { ids, nesting } = extentOf(shape);
  if (ids.has(parent)) return false;
  const around = find(snapshot, parent);
  return Object.entries(nesting).every(([name, inside]) => {
    const depth = levelOf(snapshot.structure, name)?.depth ?? null;
    if (depth === null) return true;
    const own = around ? (around.nesting[name] ?? 0) + Number(around.branch.level === name) : 0;
    return own + inside <= depth;
  });
}

/** Whether as many nodes more can be drawn. */
export function hasRoomFor(snapshot: Snapshot, count: number): boolean {
  return countIn(snapshot) + count <= snapshot.structure.limits.nodes;
}

/** The value of `at` that puts a node there. `moving` is the node itself when it already stands among them. */
export function atOf(snapshot: Snapshot, { parent, slot = "", index: wanted }: Place, moving?: string): At {
  const root = snapshot.tree.has(parent) ? parent : (find(snapshot, parent)?.root ?? "");
  const drawn = siblingsIn(snapshot, parent, slot);
  const index = Math.max(0, wanted);
  const before = drawn.slice(0, index).filter(({ id }) => id !== moving);
  const after = drawn.slice(index).filter(({ id }) => id !== moving);
  // Those alone that hang there themselves: the order of one that was mended is of another place.
  const orders = (branches: readonly Branch[]) =>
    branches
      .map(({ id }) => snapshot.nodes.get(id))
      .filter((node): node is Node => node?.at[0] === parent && (slot === "" || node.at[3] === slot))
      .filter(({ at }) => isOrder(at[1]));
  const left = orders(before).at(-1)?.at[1] ?? null;
  // Of several with the same order there is no room between.
  const right = orders(after).find(({ at }) => left === null || at[1] > left)?.at[1] ?? null;
  const order = between(left, right);
  return slot === "" ? [parent, order, root] : [parent, order, root, slot];
}
