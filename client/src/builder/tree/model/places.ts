/** Where something goes, as a person points at it: in a parent, at an index among those drawn there. */

import { between, isOrder } from "./order";
import type { At, Level, Node } from "./records";
import type { Snapshot } from "./snapshot";
import type { Branch } from "./tree";

export interface Place {
  readonly parent: string;
  /** 0 is before the first; more than there are is the end. */
  readonly index: number;
}

/** A branch with what is around it. */
export interface Found {
  readonly branch: Branch;
  readonly parent: string;
  readonly root: string;
  readonly index: number;
  /** How many rows it lies in, its own not counted: 0 for a row of a root. */
  readonly depth: number;
}

/** Every branch in the order in which it is drawn. */
export function* walk({ tree }: Snapshot): Generator<Found> {
  for (const [root, branches] of tree) yield* below(branches, root, root, 0);
}

function* below(branches: readonly Branch[], parent: string, root: string, depth: number): Generator<Found> {
  for (const [index, branch] of branches.entries()) {
    yield { branch, parent, root, index, depth };
    yield* below(branch.children, branch.id, root, branch.level === "row" ? depth + 1 : depth);
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

/** What of a branch, or of a piece that will be one, says where it can go. */
export interface Shape {
  readonly id?: string;
  readonly level: Level;
  readonly children: readonly Shape[];
}

/** Whether a branch can go there: its level fits, rows lie two deep at most, and it doesn't go into itself. */
export function fits(snapshot: Snapshot, branch: Shape, place: Place): boolean {
  if (snapshot.tree.has(place.parent)) return branch.level === "row";
  const parent = find(snapshot, place.parent);
  if (!parent || contains(branch, place.parent)) return false;
  switch (branch.level) {
    case "column":
      // A column with rows in it can't become one of an inner row.
      return parent.branch.level === "row" && (parent.depth === 0 || !holdsRows([branch]));
    case "component":
      return parent.branch.level === "column";
    case "row":
      return parent.branch.level === "column" && parent.depth === 1 && !holdsRows(branch.children);
  }
}

function contains(branch: Shape, id: string): boolean {
  return branch.id === id || branch.children.some((child) => contains(child, id));
}

function holdsRows(columns: readonly Shape[]): boolean {
  return columns.some(({ children }) => children.some(({ level }) => level === "row"));
}

/** The value of `at` that puts a node there. `moving` is the node itself when it already stands among them. */
export function atOf(snapshot: Snapshot, place: Place, moving?: string): At {
  const root = snapshot.tree.has(place.parent) ? place.parent : (find(snapshot, place.parent)?.root ?? "");
  const drawn = snapshot.tree.get(place.parent) ?? find(snapshot, place.parent)?.branch.children ?? [];
  const index = Math.max(0, place.index);
  const before = drawn.slice(0, index).filter(({ id }) => id !== moving);
  const after = drawn.slice(index).filter(({ id }) => id !== moving);
  // Those alone that hang there themselves: the order of one that was mended is of another place.
  const orders = (branches: readonly Branch[]) =>
    branches
      .map(({ id }) => snapshot.nodes.get(id))
      .filter((node): node is Node => node?.at[0] === place.parent && isOrder(node.at[1]));
  const left = orders(before).at(-1)?.at[1] ?? null;
  // Of several with the same order there is no room between.
  const right = orders(after).find(({ at }) => left === null || at[1] > left)?.at[1] ?? null;
  return [place.parent, between(left, right), root];
}
