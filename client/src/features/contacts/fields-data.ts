import { useQueryClient } from "@tanstack/react-query";
import { planQuery, usageQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import { $api } from "@/lib/api/hooks";

export type CustomField = components["schemas"]["FieldOut"];
export type FieldType = CustomField["type"];
export const FIELDS_KEY = ["get", "/api/contacts/field"] as const;
export const FIELD_TYPES = ["text", "number", "date", "dropdown", "checkbox"] as const satisfies readonly FieldType[];

export function useFields() {
  return $api.useQuery("get", "/api/contacts/field", {}, { meta: { quiet: true } });
}

function useRefreshing() {
  const client = useQueryClient();
  return {
    meta: { quiet: true },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: FIELDS_KEY });
      await client.invalidateQueries({ queryKey: usageQuery.queryKey });
      await client.invalidateQueries({ queryKey: planQuery.queryKey });
    },
  };
}

export function useCreateField() {
  return $api.useMutation("post", "/api/contacts/field", useRefreshing());
}

export function useChangeField() {
  return $api.useMutation("put", "/api/contacts/field/{field_id}", useRefreshing());
}

export function useDeleteField() {
  return $api.useMutation("delete", "/api/contacts/field/{field_id}", useRefreshing());
}
