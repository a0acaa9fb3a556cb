import { useMutation, useQuery } from "@tanstack/react-query";
import { planQuery, usageQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import { mutation, query } from "@/lib/api/data";
import { type CustomField, FIELDS_KEY, type FieldType } from "./fields-data";
import { SETTING_KEY } from "./import/imports-data";

export type FieldCheck = components["schemas"]["FieldCheckOut"];

export const MAX_FIELD_NAME_CHARACTERS = 60;

/** In display order. */
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

/** The plan's limit of custom fields and the remaining number; both -1 without a limit, undefined while unknown. */
export function useFieldQuota() {
  const { data } = useQuery(usageQuery);
  return data?.counters.find(({ subfeature }) => subfeature === "customField");
}

/** Effect of another type or other choices on stored values; requested only while `isWanted`. */
export function useFieldCheck(
  field: CustomField | undefined,
  change: { readonly type: FieldType; readonly values: readonly string[] },
  isWanted: boolean,
) {
  const params = { path: { field_id: field?.id ?? 0 } };
  const body = { type: change.type, values: [...change.values] };
  return useQuery(
    query(
      "post",
      "/api/contacts/field/{field_id}/check",
      { params, body },
      {
        enabled: isWanted && field !== undefined,
        // Stored values can change at any time.
        staleTime: 0,
        gcTime: 0,
        retry: false,
      },
    ),
  );
}

const REFRESHING = { refreshes: [FIELDS_KEY, SETTING_KEY, usageQuery.queryKey, planQuery.queryKey] };

export function useCreateField() {
  return useMutation(mutation("post", "/api/contacts/field", REFRESHING));
}

export function useChangeField() {
  return useMutation(mutation("put", "/api/contacts/field/{field_id}", REFRESHING));
}

export function useDeleteField() {
  return useMutation(mutation("delete", "/api/contacts/field/{field_id}", REFRESHING));
}
