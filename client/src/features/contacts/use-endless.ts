import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { type Contact, chunkQuery } from "./contacts-data";
import { CHUNK_ROWS, getChunk, listChunks } from "./endless-chunks";
import type { ListQuery } from "./list-query";

/** Maximum length of the endless list; beyond it a search is more useful than scrolling. */
export const MAX_ENDLESS_ROWS = 100_000;

/** An endless list that fetches only the visible rows. */
export function useEndless(query: ListQuery, isEnabled: boolean) {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const chunks = listChunks(range.first, range.last);
  const results = useQueries({
    queries: chunks.map((chunk) => ({ ...chunkQuery(query, chunk), enabled: isEnabled })),
  });
  const head = results[0];
  const total = head?.data?.total ?? 0;

  // Read once: every read of a result is tracked, and rows are read on every frame of a scroll.
  const items = results.map(({ data }) => data?.items);

  function rowAt(index: number): Contact | undefined {
    return items[chunks.indexOf(getChunk(index))]?.[index % CHUNK_ROWS];
  }

  return {
    total,
    totalIsExact: head?.data?.totalIsExact ?? true,
    isPending: head?.isPending ?? true,
    error: results.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
    rows: items.flatMap((rows) => rows ?? []),
    endless: {
      count: Math.min(total, MAX_ENDLESS_ROWS),
      rowAt,
      // Called on every frame of a scroll; the list renders again only for other chunks.
      onRange: (first: number, last: number) =>
        setRange((old) =>
          getChunk(old.first) === getChunk(first) && getChunk(old.last) === getChunk(last) ? old : { first, last },
        ),
    },
  };
}
