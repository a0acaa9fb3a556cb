import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/api/data";

/** Query of a prepared import that has not started. */
export function preparedQuery(importId: string) {
  return query("get", "/api/contacts/import/{import_id}", { params: { path: { import_id: importId } } });
}

export function useImportSetting() {
  return useQuery(query("get", "/api/contacts/import/setting"));
}

export function useImportHistory(page: number, size: number) {
  return useQuery(query("get", "/api/contacts/import/history", { params: { query: { page, size } } }));
}
