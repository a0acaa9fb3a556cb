import { useState } from "react";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "@/lib/constants";
import { type BrowserKey, readStoredJson, writeStored } from "@/lib/storage";

/** Display options of a list, stored in this browser. */
export interface ListView {
  readonly hidden: readonly string[];
  readonly size: number;
  readonly isDense: boolean;
  /** Whether the list scrolls endlessly instead of paging. */
  readonly isEndless: boolean;
}

const KEY: BrowserKey = "listColumns";

function readStoredViews(): Readonly<Record<string, Partial<ListView>>> {
  const stored = readStoredJson(KEY);
  return typeof stored === "object" && stored !== null ? (stored as Record<string, Partial<ListView>>) : {};
}

export function readListView(name: string, hiddenAtFirst: readonly string[]): ListView {
  const stored = readStoredViews()[name] ?? {};
  const { size } = stored;
  return {
    hidden: Array.isArray(stored.hidden) ? stored.hidden : hiddenAtFirst,
    size: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_PAGE_SIZE,
    isDense: stored.isDense === true,
    isEndless: stored.isEndless === true,
  };
}

/** Display options of the list called `name`, and their setter. */
export function useListView(
  name: string,
  hiddenAtFirst: readonly string[] = [],
): readonly [ListView, (change: Partial<ListView>) => void] {
  const [view, setView] = useState(() => readListView(name, hiddenAtFirst));
  function change(part: Partial<ListView>): void {
    const next = { ...view, ...part };
    writeStored(KEY, JSON.stringify({ ...readStoredViews(), [name]: next }));
    setView(next);
  }
  return [view, change];
}
