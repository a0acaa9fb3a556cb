import { toTeamTime } from "@/lib/dates";

export interface DatedItem {
  readonly createdAt: string;
}

interface KeyedItem<Item> {
  /** Unique key of an entry, stable across renders. */
  readonly key: string;
  readonly item: Item;
}

export interface ActivityDay<Item> {
  /** The day in the team's time zone, such as 2026-11-21. */
  readonly day: string;
  readonly entries: readonly KeyedItem<Item>[];
}

export function getDay(at: string | number): string {
  return toTeamTime(at).format("YYYY-MM-DD");
}

/** Groups entries by day in their order. Identical entries are numbered from the oldest on. */
export function groupByDay<Item extends DatedItem>(items: readonly Item[]): readonly ActivityDay<Item>[] {
  const days = new Map<string, KeyedItem<Item>[]>();
  const alike = new Map<string, number>();
  for (const item of items.toReversed()) {
    const words = JSON.stringify(item);
    const nth = (alike.get(words) ?? 0) + 1;
    alike.set(words, nth);
    const day = getDay(item.createdAt);
    days.set(day, [{ key: `${words}${nth}`, item }, ...(days.get(day) ?? [])]);
  }
  return [...days].reverse().map(([day, entries]) => ({ day, entries }));
}
