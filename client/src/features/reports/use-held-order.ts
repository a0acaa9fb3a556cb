import { useState } from "react";

/**
 * Freezes the order of `items` while `isHeld`, with new items last. Values update, but rows under the pointer don't
 * move.
 */
export function useHeldOrder<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string | number,
  isHeld: boolean,
): readonly Item[] {
  const [held, setHeld] = useState<readonly (string | number)[]>();
  if (isHeld && held === undefined) setHeld(items.map(idOf));
  if (!isHeld && held !== undefined) setHeld(undefined);
  if (!isHeld || !held) return items;
  const placeOf = (item: Item) => {
    const place = held.indexOf(idOf(item));
    return place < 0 ? held.length : place;
  };
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}
