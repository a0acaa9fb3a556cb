import { useMutation } from "@tanstack/react-query";
import { call, customMutation } from "@/lib/api/data";
import { saveFile } from "@/lib/save-file";
import { type RecordFilters, withoutEmpty } from "./support-data";

/** Downloads all filtered actions as a file. */
export function useDownloadRecord() {
  return useMutation(
    customMutation({
      mutationFn: async (filters: RecordFilters & { readonly search?: string | undefined }) => {
        const data = await call("get", "/api/admin/acts/export", {
          params: { query: withoutEmpty(filters) },
          parseAs: "blob",
        });
        saveFile(data, "support-record.csv");
      },
      toast: true,
    }),
  );
}
