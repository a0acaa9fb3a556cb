import { useState } from "react";

/**
 * Freezes the order of `items` while `isHeld`, with new items last. Values update, but rows under the pointer don't
 * move.
 */
export function useFrozenOrder<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string | number,
  isHeld: boolean,
): readonly Item[] {
  const [frozenOrder, setHeld] = useState<readonly (string | number)[]>();
  if (isHeld && frozenOrder === undefined) setHeld(items.map(idOf));
  if (!isHeld && frozenOrder !== undefined) setHeld(undefined);
  if (!isHeld || !frozenOrder) return items;
  const placeOf = (item: Item) => {
    const place = frozenOrder.indexOf(idOf(item));
    return place < 0 ? frozenOrder.length : place;
  };
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}
