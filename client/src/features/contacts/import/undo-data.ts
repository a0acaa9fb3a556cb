import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { saveFile } from "@/lib/save-file";
import { type ContactImport, HISTORY_KEY, statusKey } from "../imports-data";

export type UndoForecast = components["schemas"]["UndoForecast"];

/** Whether an import has left anything that can be taken back at this moment. */
export function canUndo({ state, undoUntil }: Pick<ContactImport, "state" | "undoUntil">, now: number): boolean {
  return (state === "DONE" || state === "FAILED") && undoUntil !== null && Date.parse(undoUntil) > now;
}

/** What taking an import back would do now: asked anew each time, for contacts change meanwhile. */
export function useUndoForecast(importId: string) {
  return $api.useQuery(
    "get",
    "/api/contacts/import/{import_id}/undo",
    { params: { path: { import_id: importId } } },
    { meta: { quiet: true }, gcTime: 0, staleTime: 0, retry: false },
  );
}

export function useUndoImport() {
  const client = useQueryClient();
  return $api.useMutation("post", "/api/contacts/import/{import_id}/undo", {
    meta: { quiet: true },
    onSuccess: (status) => {
      client.setQueryData(statusKey(status.importId), status);
      client.setQueryData(statusKey(), status);
      return client.invalidateQueries({ queryKey: HISTORY_KEY });
    },
  });
}

/** Who stayed when an import was taken back, and why. */
export function useKeptFile() {
  return useMutation({
    mutationFn: async ({ importId, file }: Pick<ContactImport, "importId" | "file">) => {
      const { data } = await api.GET("/api/contacts/import/{import_id}/kept", {
        params: { path: { import_id: importId } },
        parseAs: "blob",
      });
      if (data) saveFile(data as unknown as Blob, `${file.replace(/\.[^.]*$/, "")}-kept.csv`);
    },
  });
}
