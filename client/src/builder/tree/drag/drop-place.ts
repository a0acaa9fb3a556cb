/** Where something goes that is held over the canvas, by what it is held over and near which edge of that. */
import { type Found, find, fits, type Place, type Shape } from "../model/places";
import type { Snapshot } from "../model/snapshot";

export interface Over {
  /** The innermost thing under the pointer; undefined over the bare surface. */
  readonly id: string | undefined;
  /** In which half of each thing around it the pointer is, from the innermost out. */
  readonly isAfter: (id: string) => boolean;
  /** Whether the pointer is near the upper or lower edge of it, where it rather means a place beside it. */
  readonly isNearEdge: (id: string) => boolean;
}

/** A place, and whether a component needs a row of its own there. */
export interface Drop {
  readonly place: Place;
  readonly needsRow: boolean;
}

/** Undefined where it can't be put. */
export function dropPlace(snapshot: Snapshot, shape: Shape, { id, isAfter, isNearEdge }: Over): Drop | undefined {
  const root = snapshot.roots[0];
  if (root === undefined) return undefined;
  const over = id === undefined ? undefined : find(snapshot, id);
  if (!over) return dropAt(snapshot, shape, { parent: root, index: snapshot.tree.get(root)?.length ?? 0 });
  const around = [...aroundOf(snapshot, over)];
  const outer = around.at(-1);
  if (!outer) return undefined;
  const beside = { parent: outer.parent, index: outer.index + Number(isAfter(outer.branch.id)) };
  if (isNearEdge(outer.branch.id)) {
    const drop = dropAt(snapshot, shape, beside);
    if (drop) return drop;
  }
  for (const { branch, parent, index } of around) {
    const after = isAfter(branch.id);
    const places: readonly Place[] = [
      { parent, index: index + Number(after) },
      { parent: branch.id, index: after ? branch.children.length : 0 },
    ];
    // A component over the padding of a row goes to its first column, or its last.
    const column = branch.level === "row" ? branch.children.at(after ? -1 : 0) : undefined;
    const inside = column ? [{ parent: column.id, index: column.children.length }] : [];
    // A row stands between rows rather than in a column, unless it is held right over that.
    const open = [...places, ...inside].find((place) => fits(snapshot, shape, place));
    if (open) return { place: open, needsRow: false };
  }
  return dropAt(snapshot, shape, beside);
}

/** What it takes to put it there: between rows a component gets one of its own. Undefined where it can't be put. */
export function dropAt(snapshot: Snapshot, shape: Shape, place: Place): Drop | undefined {
  if (fits(snapshot, shape, place)) return { place, needsRow: false };
  return shape.level === "component" && snapshot.tree.has(place.parent) ? { place, needsRow: true } : undefined;
}

/** The thing and what it lies in, from the innermost out. */
function* aroundOf(snapshot: Snapshot, over: Found): Generator<Found> {
  let here: Found | undefined = over;
  while (here) {
    yield here;
    here = find(snapshot, here.parent);
  }
}
