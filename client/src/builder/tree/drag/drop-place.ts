/** The drop position of a drag, by the node below it and the nearest edge of that node. */
import { type Found, find, fits, type Place, placeIn, placeOf, type Shape, siblingsIn, slotsIn } from "../model/places";
import type { Snapshot } from "../model/snapshot";
import { wrapPath } from "../model/structure";

export interface Over {
  /** Id of the innermost node under the pointer; undefined over the empty surface. */
  readonly id: string | undefined;
  /** Whether the pointer is in the second half of a node around it. */
  readonly isAfter: (id: string) => boolean;
  /** Whether the pointer is near the upper or lower edge of a node, which means a position beside it. */
  readonly isNearEdge: (id: string) => boolean;
}

/** A position, and whether a dragged node needs a wrapper there. */
export interface Drop {
  readonly place: Place;
  readonly isWrapped: boolean;
}

/** One shape, or several that go to the same position one after the other. */
export type Shapes = Shape | readonly Shape[];

/** The drop position; undefined if the shapes do not fit anywhere near. */
export function dropPlace(snapshot: Snapshot, shapes: Shapes, { id, isAfter, isNearEdge }: Over): Drop | undefined {
  const root = snapshot.roots[0];
  if (root === undefined) return undefined;
  const over = id === undefined ? undefined : find(snapshot, id);
  if (!over) return dropAt(snapshot, shapes, { parent: root, index: snapshot.tree.get(root)?.length ?? 0 });
  const around = [...aroundOf(snapshot, over)];
  const outer = around.at(-1);
  if (!outer) return undefined;
  const beside = { parent: outer.parent, index: outer.index + Number(isAfter(outer.branch.id)) };
  if (isNearEdge(outer.branch.id)) {
    const drop = dropAt(snapshot, shapes, beside);
    if (drop) return drop;
  }
  for (const found of around) {
    const { branch } = found;
    const after = isAfter(branch.id);
    const places: readonly Place[] = [
      { ...placeOf(found), index: found.index + Number(after) },
      edgeOf(snapshot, branch.id, after),
    ];
    // Over the padding of a node, the position is in its first or last child.
    const inner = branch.children.at(after ? -1 : 0);
    const inside = inner ? [edgeOf(snapshot, inner.id, true)] : [];
    // A position beside a node comes before one inside it.
    const open = [...places, ...inside].find((place) => allOf(shapes).every((shape) => fits(snapshot, shape, place)));
    if (open) return { place: open, isWrapped: false };
  }
  return dropAt(snapshot, shapes, beside);
}

/** The first or last position in a parent. */
function edgeOf(snapshot: Snapshot, parent: string, isLast: boolean): Place {
  const slot = slotsIn(snapshot, parent).at(isLast ? -1 : 0) ?? "";
  return placeIn(parent, slot, isLast ? siblingsIn(snapshot, parent, slot).length : 0);
}

/** A position, with whether a shape needs a wrapper there. Undefined if a shape does not fit. */
export function dropAt(snapshot: Snapshot, shapes: Shapes, place: Place): Drop | undefined {
  const wraps = allOf(shapes).map((shape) => wrapsAt(snapshot, shape, place));
  return wraps.includes(undefined) ? undefined : { place, isWrapped: wraps.includes(true) };
}

/** Whether a shape needs a wrapper at a position; undefined if it does not fit. */
function wrapsAt(snapshot: Snapshot, shape: Shape, place: Place): boolean | undefined {
  if (fits(snapshot, shape, place)) return false;
  const [outer] = wrapPath(snapshot.structure, shape.level);
  return outer !== undefined && fits(snapshot, { level: outer, children: [] }, place) ? true : undefined;
}

function allOf(shapes: Shapes): readonly Shape[] {
  return "level" in shapes ? [shapes] : shapes;
}

/** A node and its ancestors, innermost first. */
function* aroundOf(snapshot: Snapshot, over: Found): Generator<Found> {
  let here: Found | undefined = over;
  while (here) {
    yield here;
    here = find(snapshot, here.parent);
  }
}
