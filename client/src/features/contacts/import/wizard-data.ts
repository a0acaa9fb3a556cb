import { $api } from "@/lib/api/hooks";

/** What was told from a file that waits to be started. */
export function preparedQuery(importId: string) {
  return $api.queryOptions("get", "/api/contacts/import/{import_id}", { params: { path: { import_id: importId } } });
}

export function useImportSetting() {
  return $api.useQuery("get", "/api/contacts/import/setting", {}, { meta: { quiet: true } });
}

export function useImportHistory(page: number, size: number) {
  return $api.useQuery(
    "get",
    "/api/contacts/import/history",
    { params: { query: { page, size } } },
    { meta: { quiet: true } },
  );
}
