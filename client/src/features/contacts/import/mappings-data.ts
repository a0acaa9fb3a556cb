import { useMutation, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, mutation, query } from "@/lib/api/data";

export type SavedMapping = components["schemas"]["MappingOut"];
export type MappingRef = components["schemas"]["MappingRef"];

const MAPPINGS_KEY = buildQueryKey("get", "/api/contacts/import/mapping");

/** The team's mappings, applied to this file's columns; best match first. */
export function useMappings(importId: string) {
  return useQuery(query("get", "/api/contacts/import/mapping", { params: { query: { importId } } }));
}

const REFRESHING = { refreshes: [MAPPINGS_KEY] };

export function useSaveMapping() {
  return useMutation(mutation("post", "/api/contacts/import/mapping", REFRESHING));
}

export function useRenameMapping() {
  return useMutation(mutation("put", "/api/contacts/import/mapping/{mapping_id}", REFRESHING));
}

export function useDeleteMapping() {
  return useMutation(mutation("delete", "/api/contacts/import/mapping/{mapping_id}", REFRESHING));
}
