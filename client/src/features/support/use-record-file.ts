import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { saveFile } from "@/lib/save-file";
import { given, type RecordFilters } from "./support-data";

/** All acts that the filters want, as a file. */
export function useRecordFile() {
  return useMutation({
    mutationFn: async (filters: RecordFilters & { readonly search?: string | undefined }) => {
      const { data } = await api.GET("/api/admin/acts/export", {
        params: { query: given(filters) },
        parseAs: "blob",
      });
      if (data) saveFile(data as unknown as Blob, "support-record.csv");
    },
  });
}
