/** All positions to which a node can go, in reading order: the targets of moves by keyboard and taps. */

import type { Snapshot } from "../model/snapshot";
import { listWrapperLevels } from "../model/structure";
import type { Branch } from "../model/tree";
import {
  buildTreePosition,
  findBranch,
  getParentLevel,
  getTreePosition,
  type LocatedBranch,
  listSiblings,
  listSlots,
  type Shape,
  type TreePosition,
} from "../model/tree-positions";
import { resolveDrop, type Shapes } from "./drop";

/**
 * Excludes the current position of a single shape, and all positions inside nodes for which `isClosed` returns true.
 * Several shapes can be gathered at the position of one of them.
 */
export function listTargetPositions(
  snapshot: Snapshot,
  shapes: Shapes,
  isClosed: (id: string) => boolean = () => false,
): readonly TreePosition[] {
  const [first, ...others] = "level" in shapes ? [shapes] : shapes;
  const here = first && others.length === 0 ? findNodeAndWrapper(snapshot, first) : [];
  const places: TreePosition[] = [];
  for (const place of iteratePositions(snapshot, isClosed)) {
    if (!isCurrentPosition(here, place) && resolveDrop(snapshot, shapes, place)) places.push(place);
  }
  return places;
}

/** A parent with positions that are not listed yet. */
interface OpenParent {
  readonly parent: string;
  readonly slots: readonly string[];
  /** Index of the current slot in `slots`. */
  slot: number;
  siblings: readonly Branch[];
  index: number;
}

/** Every position of a document. The position before a node precedes the positions inside it. */
function* iteratePositions(snapshot: Snapshot, isClosed: (id: string) => boolean): Generator<TreePosition> {
  const begin = (parent: string): OpenParent => {
    const slots = listSlots(snapshot, parent);
    return { parent, slots, slot: 0, siblings: listSiblings(snapshot, parent, slots[0]), index: 0 };
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
        here.siblings = listSiblings(snapshot, here.parent, here.slots[here.slot]);
        here.index = 0;
        continue;
      }
      yield buildTreePosition(here.parent, slot, here.index);
      const child = here.siblings[here.index];
      here.index += 1;
      if (child && getParentLevel(snapshot, child.id)?.holds.length && !isClosed(child.id)) open.push(begin(child.id));
    }
  }
}

/** The node, and its wrapper if it contains nothing else: a move beside that would only create an equal wrapper. */
function findNodeAndWrapper(snapshot: Snapshot, { id, level }: Shape): readonly LocatedBranch[] {
  const here = findBranch(snapshot, id ?? "");
  if (!here) return [];
  let around: LocatedBranch | undefined = here;
  for (const wrap of [...listWrapperLevels(snapshot.structure, level)].reverse()) {
    around = findBranch(snapshot, around?.parent ?? "");
    if (around?.branch.level !== wrap || around.branch.children.length !== 1) return [here];
  }
  return around && around !== here && snapshot.tree.has(around.parent) ? [here, around] : [here];
}

/** Whether a position is directly before or after one of these: nothing would move. */
function isCurrentPosition(here: readonly LocatedBranch[], { parent, slot = "", index }: TreePosition): boolean {
  return here.some(
    (found) =>
      found.parent === parent && found.branch.slot === slot && (index === found.index || index === found.index + 1),
  );
}

/** Key by which two positions are compared. */
export function buildPositionKey({ parent, slot = "", index }: TreePosition): string {
  return `${parent} ${slot} ${index}`;
}

/** Index of the position where choosing starts: the first one after the node; 0 for a node not in the document. */
export function findNearestPosition(
  snapshot: Snapshot,
  places: readonly TreePosition[],
  id: string | undefined,
): number {
  let here = id === undefined ? undefined : findBranch(snapshot, id);
  while (here) {
    const own = getTreePosition(here);
    const isBeside = ({ parent, slot }: TreePosition) => parent === own.parent && slot === own.slot;
    const after = places.findIndex((place) => isBeside(place) && place.index > own.index);
    if (after >= 0) return after;
    const beside = places.findLastIndex(isBeside);
    if (beside >= 0) return beside;
    here = findBranch(snapshot, own.parent);
  }
  return 0;
}
