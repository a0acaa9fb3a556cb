import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, mutation, query } from "@/lib/api/data";
import { refreshContacts } from "./contacts-data";

export type Label = components["schemas"]["LabelOut"];
export const LABELS_KEY = buildQueryKey("get", "/api/contacts/label");
export const labelsQuery = query("get", "/api/contacts/label");

export function useLabels() {
  return useQuery(labelsQuery);
}

function useRefreshing() {
  const client = useQueryClient();
  return { onSuccess: () => refreshContacts(client) };
}

export function useCreateLabel() {
  return useMutation(mutation("post", "/api/contacts/label", useRefreshing()));
}

export function useRenameLabel() {
  return useMutation(mutation("put", "/api/contacts/label/{label_id}", useRefreshing()));
}

export function useDeleteLabel() {
  return useMutation(mutation("delete", "/api/contacts/label/{label_id}", useRefreshing()));
}
