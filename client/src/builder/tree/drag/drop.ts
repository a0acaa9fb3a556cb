/** The drop position of a drag, by the node below it and the nearest edge of that node. */

import type { Snapshot } from "../model/snapshot";
import { listWrapperLevels } from "../model/structure";
import {
  buildTreePosition,
  canInsert,
  findBranch,
  getTreePosition,
  type LocatedBranch,
  listSiblings,
  listSlots,
  type Shape,
  type TreePosition,
} from "../model/tree-positions";

export interface PointerTarget {
  /** Id of the innermost node under the pointer; undefined over the empty surface. */
  readonly id: string | undefined;
  /** Whether the pointer is in the second half of a node around it. */
  readonly isAfter: (id: string) => boolean;
  /** Whether the pointer is near the upper or lower edge of a node, which means a position beside it. */
  readonly isNearEdge: (id: string) => boolean;
}

/** A position, and whether a dragged node needs a wrapper there. */
export interface Drop {
  readonly place: TreePosition;
  readonly isWrapped: boolean;
}

/** One shape, or several that go to the same position one after the other. */
export type Shapes = Shape | readonly Shape[];

/** The drop position; undefined if the shapes do not fit anywhere near. */
export function findDrop(
  snapshot: Snapshot,
  shapes: Shapes,
  { id, isAfter, isNearEdge }: PointerTarget,
): Drop | undefined {
  const root = snapshot.roots[0];
  if (root === undefined) return undefined;
  const over = id === undefined ? undefined : findBranch(snapshot, id);
  if (!over) return resolveDrop(snapshot, shapes, { parent: root, index: snapshot.tree.get(root)?.length ?? 0 });
  const around = [...iterateAncestors(snapshot, over)];
  const outer = around.at(-1);
  if (!outer) return undefined;
  const beside = { parent: outer.parent, index: outer.index + Number(isAfter(outer.branch.id)) };
  if (isNearEdge(outer.branch.id)) {
    const drop = resolveDrop(snapshot, shapes, beside);
    if (drop) return drop;
  }
  for (const found of around) {
    const { branch } = found;
    const after = isAfter(branch.id);
    const places: readonly TreePosition[] = [
      { ...getTreePosition(found), index: found.index + Number(after) },
      getEdgePosition(snapshot, branch.id, after),
    ];
    // Over the padding of a node, the position is in its first or last child.
    const inner = branch.children.at(after ? -1 : 0);
    const inside = inner ? [getEdgePosition(snapshot, inner.id, true)] : [];
    // A position beside a node comes before one inside it.
    const open = [...places, ...inside].find((place) =>
      toShapeList(shapes).every((shape) => canInsert(snapshot, shape, place)),
    );
    if (open) return { place: open, isWrapped: false };
  }
  return resolveDrop(snapshot, shapes, beside);
}

/** The first or last position in a parent. */
function getEdgePosition(snapshot: Snapshot, parent: string, isLast: boolean): TreePosition {
  const slot = listSlots(snapshot, parent).at(isLast ? -1 : 0) ?? "";
  return buildTreePosition(parent, slot, isLast ? listSiblings(snapshot, parent, slot).length : 0);
}

/** A position, with whether a shape needs a wrapper there. Undefined if a shape does not fit. */
export function resolveDrop(snapshot: Snapshot, shapes: Shapes, place: TreePosition): Drop | undefined {
  const wraps = toShapeList(shapes).map((shape) => needsWrapper(snapshot, shape, place));
  return wraps.includes(undefined) ? undefined : { place, isWrapped: wraps.includes(true) };
}

/** Whether a shape needs a wrapper at a position; undefined if it does not fit. */
function needsWrapper(snapshot: Snapshot, shape: Shape, place: TreePosition): boolean | undefined {
  if (canInsert(snapshot, shape, place)) return false;
  const [outer] = listWrapperLevels(snapshot.structure, shape.level);
  return outer !== undefined && canInsert(snapshot, { level: outer, children: [] }, place) ? true : undefined;
}

function toShapeList(shapes: Shapes): readonly Shape[] {
  return "level" in shapes ? [shapes] : shapes;
}

/** A node and its ancestors, innermost first. */
function* iterateAncestors(snapshot: Snapshot, over: LocatedBranch): Generator<LocatedBranch> {
  let here: LocatedBranch | undefined = over;
  while (here) {
    yield here;
    here = findBranch(snapshot, here.parent);
  }
}
