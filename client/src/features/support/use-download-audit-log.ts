import { useMutation } from "@tanstack/react-query";
import { call, customMutation } from "@/lib/api/data";
import { saveFile } from "@/lib/save-file";
import { type AuditLogFilters, omitEmpty } from "./support-data";

/** Downloads all filtered actions as a file. */
export function useDownloadAuditLog() {
  return useMutation(
    customMutation({
      mutationFn: async (filters: AuditLogFilters & { readonly search?: string | undefined }) => {
        const data = await call("get", "/api/admin/acts/export", {
          params: { query: omitEmpty(filters) },
          parseAs: "blob",
        });
        saveFile(data, "support-record.csv");
      },
      toast: true,
    }),
  );
}
