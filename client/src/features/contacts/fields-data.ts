import type { components } from "@/generated/api";
import { $api } from "@/lib/api/hooks";

export type CustomField = components["schemas"]["FieldOut"];
export type FieldType = CustomField["type"];
/** What a new custom field begins with. */
export type FieldStart = Pick<CustomField, "name" | "type">;
export const FIELDS_KEY = ["get", "/api/contacts/field"] as const;

export function useFields() {
  return $api.useQuery("get", "/api/contacts/field", {}, { meta: { quiet: true } });
}
