import { teamTime } from "@/lib/dates";

export interface Dated {
  readonly createdAt: string;
}

interface Keyed<Item> {
  /** The same for an entry whenever it is shown, and another for each entry. */
  readonly key: string;
  readonly item: Item;
}

export interface Day<Item> {
  /** The day by the team's clock, such as 2026-11-21. */
  readonly day: string;
  readonly entries: readonly Keyed<Item>[];
}

export function dayOf(at: string | number): string {
  return teamTime(at).format("YYYY-MM-DD");
}

/** Entries of the same day under each other; the order stays. Entries that are alike are told apart from the oldest on. */
export function byDay<Item extends Dated>(items: readonly Item[]): readonly Day<Item>[] {
  const days = new Map<string, Keyed<Item>[]>();
  const alike = new Map<string, number>();
  for (const item of items.toReversed()) {
    const words = JSON.stringify(item);
    const nth = (alike.get(words) ?? 0) + 1;
    alike.set(words, nth);
    const day = dayOf(item.createdAt);
    days.set(day, [{ key: `${words}${nth}`, item }, ...(days.get(day) ?? [])]);
  }
  return [...days].reverse().map(([day, entries]) => ({ day, entries }));
}
