import { useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { $api } from "@/lib/api/hooks";
import { refreshContacts } from "./contacts-data";

export type Label = components["schemas"]["LabelOut"];
export const LABELS_KEY = ["get", "/api/contacts/label"] as const;

export function useLabels() {
  return $api.useQuery("get", "/api/contacts/label", {}, { meta: { quiet: true } });
}

function useRefreshing() {
  const client = useQueryClient();
  return { meta: { quiet: true }, onSuccess: () => refreshContacts(client) };
}

export function useCreateLabel() {
  return $api.useMutation("post", "/api/contacts/label", useRefreshing());
}

export function useRenameLabel() {
  return $api.useMutation("put", "/api/contacts/label/{label_id}", useRefreshing());
}

export function useDeleteLabel() {
  return $api.useMutation("delete", "/api/contacts/label/{label_id}", useRefreshing());
}
