import { useQuery, useQueryClient } from "@tanstack/react-query";
import { planQuery, usageQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { type CustomField, FIELDS_KEY, type FieldType } from "./fields-data";
import { SETTING_KEY } from "./imports-data";

export type FieldCheck = components["schemas"]["FieldCheckOut"];

export const FIELD_NAME_LENGTH = 60;

/** In the order in which they are offered. */
export const FIELD_TYPES = [
  "text",
  "longText",
  "number",
  "date",
  "dateTime",
  "dropdown",
  "multiChoice",
  "checkbox",
  "url",
  "phone",
  "email",
] as const satisfies readonly FieldType[];

export function hasChoices(type: FieldType): boolean {
  return type === "dropdown" || type === "multiChoice";
}

/** How many custom fields the plan allows, and how many more; both -1 where there is no limit, undefined while unknown. */
export function useFieldQuota() {
  const { data } = useQuery({ ...usageQuery, meta: { quiet: true } });
  return data?.counters.find(({ subfeature }) => subfeature === "customField");
}

/** What another type or other choices would do to what contacts hold; asked for only while `isWanted`. */
export function useFieldCheck(
  field: CustomField | undefined,
  change: { readonly type: FieldType; readonly values: readonly string[] },
  isWanted: boolean,
) {
  return useQuery({
    queryKey: ["contacts", "field-check", field?.id, change],
    queryFn: async ({ signal }): Promise<FieldCheck | undefined> => {
      const path = { field_id: field?.id ?? 0 };
      const body = { type: change.type, values: [...change.values] };
      return (await api.POST("/api/contacts/field/{field_id}/check", { params: { path }, body, signal })).data;
    },
    enabled: isWanted && field !== undefined,
    // What contacts hold may change by the minute.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });
}

function useRefreshing() {
  const client = useQueryClient();
  return {
    meta: { quiet: true },
    onSuccess: async () => {
      const changed = [FIELDS_KEY, SETTING_KEY, usageQuery.queryKey, planQuery.queryKey];
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
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
