/** All positions to which a node can go, in drawing order: the targets of moves by keyboard and taps. */
import {
  type Found,
  find,
  levelIn,
  type Place,
  placeIn,
  placeOf,
  type Shape,
  siblingsIn,
  slotsIn,
} from "../model/places";
import type { Snapshot } from "../model/snapshot";
import { wrapPath } from "../model/structure";
import type { Branch } from "../model/tree";
import { dropAt, type Shapes } from "./drop-place";

/**
 * Excludes the current position of a single shape, and all positions inside nodes for which `isClosed` returns true.
 * Several shapes can be gathered at the position of one of them.
 */
export function everyPlace(
  snapshot: Snapshot,
  shapes: Shapes,
  isClosed: (id: string) => boolean = () => false,
): readonly Place[] {
  const [first, ...others] = "level" in shapes ? [shapes] : shapes;
  const here = first && others.length === 0 ? itselfAndItsWrap(snapshot, first) : [];
  const places: Place[] = [];
  for (const place of drawnPlaces(snapshot, isClosed)) {
    if (!isWhereItIs(here, place) && dropAt(snapshot, shapes, place)) places.push(place);
  }
  return places;
}

/** A parent with positions that are not listed yet. */
interface Open {
  readonly parent: string;
  readonly slots: readonly string[];
  /** Index of the current slot in `slots`. */
  slot: number;
  siblings: readonly Branch[];
  index: number;
}

/** Every position of a document. The position before a node precedes the positions inside it. */
function* drawnPlaces(snapshot: Snapshot, isClosed: (id: string) => boolean): Generator<Place> {
  const begin = (parent: string): Open => {
    const slots = slotsIn(snapshot, parent);
    return { parent, slots, slot: 0, siblings: siblingsIn(snapshot, parent, slots[0]), index: 0 };
  };
  for (const root of snapshot.tree.keys()) {
    const open = [begin(root)];
    for (let here = open.at(-1); here; here = open.at(-1)) {
      const slot = here.slots[here.slot];
      if (slot === undefined) {
        open.pop();
        continue;
      }
      if (here.index > here.siblings.length) {
        here.slot += 1;
        here.siblings = siblingsIn(snapshot, here.parent, here.slots[here.slot]);
        here.index = 0;
        continue;
      }
      yield placeIn(here.parent, slot, here.index);
      const child = here.siblings[here.index];
      here.index += 1;
      if (child && levelIn(snapshot, child.id)?.holds.length && !isClosed(child.id)) open.push(begin(child.id));
    }
  }
}

/** The node, and its wrapper if it contains nothing else: a move beside that would only create an equal wrapper. */
function itselfAndItsWrap(snapshot: Snapshot, { id, level }: Shape): readonly Found[] {
  const here = find(snapshot, id ?? "");
  if (!here) return [];
  let around: Found | undefined = here;
  for (const wrap of [...wrapPath(snapshot.structure, level)].reverse()) {
    around = find(snapshot, around?.parent ?? "");
    if (around?.branch.level !== wrap || around.branch.children.length !== 1) return [here];
  }
  return around && around !== here && snapshot.tree.has(around.parent) ? [here, around] : [here];
}

/** Whether a position is directly before or after one of these: nothing would move. */
function isWhereItIs(here: readonly Found[], { parent, slot = "", index }: Place): boolean {
  return here.some(
    (found) =>
      found.parent === parent && found.branch.slot === slot && (index === found.index || index === found.index + 1),
  );
}

/** Key by which two positions are compared. */
export function keyOf({ parent, slot = "", index }: Place): string {
  return `${parent} ${slot} ${index}`;
}

/** Index of the position where choosing starts: the first one after the node; 0 for a node not in the document. */
export function nearestPlace(snapshot: Snapshot, places: readonly Place[], id: string | undefined): number {
  let here = id === undefined ? undefined : find(snapshot, id);
  while (here) {
    const own = placeOf(here);
    const isBeside = ({ parent, slot }: Place) => parent === own.parent && slot === own.slot;
    const after = places.findIndex((place) => isBeside(place) && place.index > own.index);
    if (after >= 0) return after;
    const beside = places.findLastIndex(isBeside);
    if (beside >= 0) return beside;
    here = find(snapshot, own.parent);
  }
  return 0;
}
