/** Where something goes that is held over the canvas, by what it is held over and near which edge of that. */
import { type Found, find, fits, type Place, placeIn, placeOf, type Shape, siblingsIn, slotsIn } from "../model/places";
import type { Snapshot } from "../model/snapshot";
import { wrapPath } from "../model/structure";

export interface Over {
  /** The innermost thing under the pointer; undefined over the bare surface. */
  readonly id: string | undefined;
  /** In which half of each thing around it the pointer is, from the innermost out. */
  readonly isAfter: (id: string) => boolean;
  /** Whether the pointer is near the upper or lower edge of it, where it rather means a place beside it. */
  readonly isNearEdge: (id: string) => boolean;
}

/** A place, and whether something needs what its level is wrapped in there. */
export interface Drop {
  readonly place: Place;
  readonly isWrapped: boolean;
}

/** One shape, or several that go to the same place one after the other. */
export type Shapes = Shape | readonly Shape[];

/** Undefined where it can't be put. */
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
    // Over the padding of something it goes to the first that lies in that, or the last.
    const inner = branch.children.at(after ? -1 : 0);
    const inside = inner ? [edgeOf(snapshot, inner.id, true)] : [];
    // Beside something rather than in it, unless it is held right over that.
    const open = [...places, ...inside].find((place) => allOf(shapes).every((shape) => fits(snapshot, shape, place)));
    if (open) return { place: open, isWrapped: false };
  }
  return dropAt(snapshot, shapes, beside);
}

/** The first place in a parent, or the last. */
function edgeOf(snapshot: Snapshot, parent: string, isLast: boolean): Place {
  const slot = slotsIn(snapshot, parent).at(isLast ? -1 : 0) ?? "";
  return placeIn(parent, slot, isLast ? siblingsIn(snapshot, parent, slot).length : 0);
}

/** What it takes to put it there: some of it may have to be wrapped. Undefined where it can't be put. */
export function dropAt(snapshot: Snapshot, shapes: Shapes, place: Place): Drop | undefined {
  const wraps = allOf(shapes).map((shape) => wrapsAt(snapshot, shape, place));
  return wraps.includes(undefined) ? undefined : { place, isWrapped: wraps.includes(true) };
}

/** Whether a shape has to be wrapped at a place; undefined where it can't be put. */
function wrapsAt(snapshot: Snapshot, shape: Shape, place: Place): boolean | undefined {
  if (fits(snapshot, shape, place)) return false;
  const [outer] = wrapPath(snapshot.structure, shape.level);
  return outer !== undefined && fits(snapshot, { level: outer, children: [] }, place) ? true : undefined;
}

function allOf(shapes: Shapes): readonly Shape[] {
  return "level" in shapes ? [shapes] : shapes;
}

/** The thing and what it lies in, from the innermost out. */
function* aroundOf(snapshot: Snapshot, over: Found): Generator<Found> {
  let here: Found | undefined = over;
  while (here) {
    yield here;
    here = find(snapshot, here.parent);
  }
}
