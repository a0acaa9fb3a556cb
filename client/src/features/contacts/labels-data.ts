import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, mutation } from "@/lib/api/data";
import { refreshContacts } from "./contacts-data";

export type Label = components["schemas"]["LabelOut"];
export const LABELS_KEY = buildQueryKey("get", "/api/contacts/label");

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
