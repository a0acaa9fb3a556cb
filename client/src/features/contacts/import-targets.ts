import type { CustomField } from "./fields-data";

/** What a column may become, apart from custom fields; the text `contacts.<target>` names it. */
export const CONTACT_TARGETS = [
  "email",
  "firstname",
  "lastname",
  "phone",
  "company",
  "birthday",
  "gender",
  "city",
  "country",
  "funnel",
  "note",
] as const;

/** A custom field as a target of a mapping. */
export function customTarget(field: Pick<CustomField, "id">): string {
  return `custom:${field.id}`;
}
