/**
 * The items of list settings. A list is stored as a map by id, and each item as a map with its `order`, so that
 * concurrent changes of different items are kept. server/documents/snapshot.py sorts them by the same rule.
 */
import { compare, isName, isStoredOrder } from "./names";
import { generateOrder, isOrder } from "./order";
import { isGroup, type Plain, type Settings } from "./values";

export interface Item {
  readonly id: string;
  readonly order: string;
  readonly settings: Settings;
}

/** Maximum number of items that are read as slots or ports. */
export const MAX_ITEMS = 200;

/** The items of a stored list in their order, by id where orders are equal. Excludes invalid ones. */
export function listItems(stored: Plain | undefined): readonly Item[] {
  if (!isGroup(stored ?? null)) return [];
  return Object.entries(stored as Settings)
    .flatMap(([id, item]): readonly Item[] => {
      if (!isName(id) || !isGroup(item)) return [];
      const { order, ...settings } = item;
      return isStoredOrder(order) ? [{ id, order, settings }] : [];
    })
    .sort((left, right) => compare(left.order, right.order) || compare(left.id, right.id));
}

/** The ids of a stored list's items in their order, at most `MAX_ITEMS`. */
export function listItemIds(stored: Plain): readonly string[] {
  return listItems(stored)
    .map(({ id }) => id)
    .slice(0, MAX_ITEMS);
}

/** The order of an item at this index of a list that it is not in. */
export function generateOrderAt(items: readonly Item[], index: number): string {
  const left = items.slice(0, index).findLast(({ order }) => isOrder(order))?.order ?? null;
  // Equal orders leave no gap, so the next larger order is the bound.
  const right = items.slice(index).find(({ order }) => isOrder(order) && (left === null || order > left));
  return generateOrder(left, right?.order ?? null);
}

/** Items with ids of their own as they are stored. */
export function buildStoredItems(items: readonly (Settings & { readonly id: string })[]): Settings {
  let last: string | null = null;
  return Object.fromEntries(
    items.map(({ id, ...settings }) => {
      last = generateOrder(last, null);
      return [id, { order: last, ...settings }];
    }),
  );
}
