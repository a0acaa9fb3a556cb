/** All places where something can be put, in the order in which they are drawn: what the keyboard and taps choose among. */
import { type Found, find, type Place, type Shape, walk } from "../model/places";
import type { Snapshot } from "../model/snapshot";
import type { Branch } from "../model/tree";
import { dropAt } from "./drop-place";

/** Those that `isClosed` names, and what lies in them, take nothing. Where it stands already is no place. */
export function everyPlace(
  snapshot: Snapshot,
  shape: Shape,
  isClosed: (id: string) => boolean = () => false,
): readonly Place[] {
  const here = itselfAndItsRow(snapshot, shape);
  const parents: { id: string; count: number }[] = [];
  for (const [root, rows] of snapshot.tree) parents.push({ id: root, count: rows.length });
  const closed = new Set<string>();
  for (const { branch, parent } of walk(snapshot)) {
    if (closed.has(parent) || isClosed(branch.id)) closed.add(branch.id);
    else if (branch.level !== "component") parents.push({ id: branch.id, count: branch.children.length });
  }
  return inDrawnOrder(
    snapshot,
    parents.flatMap(({ id, count }) =>
      Array.from({ length: count + 1 }, (_, index): Place => ({ parent: id, index })).filter(
        (place) => !isWhereItIs(here, place) && dropAt(snapshot, shape, place) !== undefined,
      ),
    ),
  );
}

/** The thing, and the row in which a component is all there is: beside that it would get a row that is no other. */
function itselfAndItsRow(snapshot: Snapshot, { id, level }: Shape): readonly Found[] {
  const here = find(snapshot, id ?? "");
  if (!here) return [];
  const column = level === "component" ? find(snapshot, here.parent) : undefined;
  const row = find(snapshot, column?.parent ?? "");
  const isAll = column?.branch.children.length === 1 && row?.branch.children.length === 1;
  return isAll && snapshot.tree.has(row.parent) ? [here, row] : [here];
}

/** Before the thing itself and after it: nothing would move. */
function isWhereItIs(here: readonly Found[], { parent, index }: Place): boolean {
  return here.some((found) => found.parent === parent && (index === found.index || index === found.index + 1));
}

/** A place before something comes before the places in it. */
function inDrawnOrder(snapshot: Snapshot, places: readonly Place[]): readonly Place[] {
  const ordered: Place[] = [];
  const known = new Map(places.map((place) => [keyOf(place), place]));
  const visit = (parent: string, children: readonly Branch[]): void => {
    for (let index = 0; index <= children.length; index += 1) {
      const place = known.get(keyOf({ parent, index }));
      if (place) ordered.push(place);
      const child = children[index];
      if (child) visit(child.id, child.children);
    }
  };
  for (const [root, rows] of snapshot.tree) visit(root, rows);
  return ordered;
}

/** Names a place, so that two are compared. */
export function keyOf({ parent, index }: Place): string {
  return `${parent} ${index}`;
}

/** Of places in drawn order the first after the thing, from which choosing begins; 0 when it stands nowhere yet. */
export function nearestPlace(snapshot: Snapshot, places: readonly Place[], id: string | undefined): number {
  let here = id === undefined ? undefined : find(snapshot, id);
  while (here) {
    const { parent: around, index: own } = here;
    const after = places.findIndex(({ parent, index }) => parent === around && index > own);
    if (after >= 0) return after;
    const beside = places.findLastIndex(({ parent }) => parent === around);
    if (beside >= 0) return beside;
    here = find(snapshot, around);
  }
  return 0;
}
