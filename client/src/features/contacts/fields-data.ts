import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, query } from "@/lib/api/data";

export type CustomField = components["schemas"]["FieldOut"];
export type FieldType = CustomField["type"];
/** Initial values of a new custom field. */
export type FieldStart = Pick<CustomField, "name" | "type">;
export const FIELDS_KEY = buildQueryKey("get", "/api/contacts/field");

export function useFields() {
  return useQuery(query("get", "/api/contacts/field"));
}
