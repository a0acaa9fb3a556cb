import { useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { $api } from "@/lib/api/hooks";

export type SavedMapping = components["schemas"]["MappingOut"];
export type MappingRef = components["schemas"]["MappingRef"];

const MAPPINGS_KEY = ["get", "/api/contacts/import/mapping"] as const;

/** The team's mappings, and what each makes of this file's columns; what fits best first. */
export function useMappings(importId: string) {
  return $api.useQuery(
    "get",
    "/api/contacts/import/mapping",
    { params: { query: { importId } } },
    { meta: { quiet: true } },
  );
}

function useRefreshing() {
  const client = useQueryClient();
  return { meta: { quiet: true }, onSuccess: () => client.invalidateQueries({ queryKey: MAPPINGS_KEY }) };
}

export function useSaveMapping() {
  return $api.useMutation("post", "/api/contacts/import/mapping", useRefreshing());
}

export function useRenameMapping() {
  return $api.useMutation("put", "/api/contacts/import/mapping/{mapping_id}", useRefreshing());
}

export function useDeleteMapping() {
  return $api.useMutation("delete", "/api/contacts/import/mapping/{mapping_id}", useRefreshing());
}
