import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { components } from "@/generated/api";
import { call, customMutation, mutation } from "@/lib/api/data";
import { saveFile } from "@/lib/save-file";
import { type ContactImport, HISTORY_KEY, statusKey } from "./imports-data";

type UndoDryRun = components["schemas"]["ImportUndoPreviewOut"];

/** Totals of the parts fetched so far. */
function sumParts(parts: readonly UndoDryRun[]) {
  const sum = (kind: "removed" | "restored" | "kept" | "done") => parts.reduce((all, part) => all + part[kind], 0);
  const last = parts.at(-1);
  return {
    removed: sum("removed"),
    restored: sum("restored"),
    kept: sum("kept"),
    done: sum("done"),
    total: last?.total ?? 0,
    until: last?.until ?? null,
  };
}

/** Whether an import can still be undone. */
export function canUndo({ state, undoUntil }: Pick<ContactImport, "state" | "undoUntil">, now: number): boolean {
  return (state === "DONE" || state === "FAILED") && undoUntil !== null && Date.parse(undoUntil) > now;
}

/** Dry run of an undo, fetched in parts. Fetched again each time, because contacts change. */
export function useUndoDryRun(importId: string) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ["contacts", "import", "undo-forecast", importId],
    queryFn: ({ pageParam, signal }) => {
      const params = { path: { import_id: importId }, query: pageParam };
      return call("get", "/api/contacts/import/{import_id}/undo", { params, signal });
    },
    initialPageParam: {} as { afterId?: number; afterBlock?: number },
    getNextPageParam: ({ nextId, nextBlock }) =>
      nextId === null || nextBlock === null ? undefined : { afterId: nextId, afterBlock: nextBlock },
    select: ({ pages }) => sumParts(pages),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const hasMoreParts = hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (hasMoreParts) void fetchNextPage();
  }, [hasMoreParts, fetchNextPage]);
  return { data, error, isWhole: data !== undefined && !hasNextPage };
}

export function useUndoImport() {
  const client = useQueryClient();
  return useMutation(
    mutation("post", "/api/contacts/import/{import_id}/undo", {
      onSuccess: (status) => {
        client.setQueryData(statusKey(status.importId), status);
        client.setQueryData(statusKey(), status);
        return client.invalidateQueries({ queryKey: HISTORY_KEY });
      },
    }),
  );
}

/** Downloads the contacts that an undo left in place, with the reasons. */
export function useDownloadUndoReport() {
  return useMutation(
    customMutation({
      mutationFn: async ({ importId, file }: Pick<ContactImport, "importId" | "file">) => {
        const data = await call("get", "/api/contacts/import/{import_id}/kept", {
          params: { path: { import_id: importId } },
          parseAs: "blob",
        });
        saveFile(data, `${file.replace(/\.[^.]*$/, "")}-kept.csv`);
      },
      toast: true,
    }),
  );
}
