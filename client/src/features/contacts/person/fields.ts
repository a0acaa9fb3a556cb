import type { LocationKind } from "@/features/lookups/public";
import type { TextKey, Translate } from "@/lib/i18n/translation";
import { type ContactDraft, type ContactEdits, type CustomValue, validateDraft } from "../contact-draft";
import type { Contact } from "../contacts-data";
import { formatDay } from "../day";
import type { CustomField } from "../fields-data";
import { formatCustomValue } from "../format-custom-value";
import { isStage } from "../funnel/stages";

type TextName = Exclude<keyof ContactDraft, "labelIds" | "customField">;

/** An editable field of a contact. */
export type ContactField =
  | {
      readonly kind: "text";
      readonly name: TextName;
      readonly input: "text" | "email" | "tel" | "date" | "lines";
      readonly most: number;
    }
  | { readonly kind: "place"; readonly name: LocationKind; readonly most: number }
  | { readonly kind: "gender"; readonly name: "gender" }
  | { readonly kind: "stage"; readonly name: "funnel" }
  | { readonly kind: "custom"; readonly name: string; readonly custom: CustomField };

const MAX_NAME_CHARACTERS = 100;

export const STANDARD_FIELDS: readonly ContactField[] = [
  { kind: "text", name: "email", input: "email", most: 254 },
  { kind: "text", name: "firstname", input: "text", most: MAX_NAME_CHARACTERS },
  { kind: "text", name: "lastname", input: "text", most: MAX_NAME_CHARACTERS },
  { kind: "text", name: "phone", input: "tel", most: 32 },
  { kind: "text", name: "company", input: "text", most: 200 },
  { kind: "place", name: "country", most: MAX_NAME_CHARACTERS },
  { kind: "place", name: "city", most: MAX_NAME_CHARACTERS },
  { kind: "place", name: "timezone", most: MAX_NAME_CHARACTERS },
  { kind: "text", name: "birthday", input: "date", most: 10 },
  { kind: "gender", name: "gender" },
  { kind: "stage", name: "funnel" },
  { kind: "text", name: "note", input: "lines", most: 2000 },
];

export function toContactFields(fields: readonly CustomField[]): readonly ContactField[] {
  return fields.map((custom) => ({ kind: "custom", name: `customField.${custom.id}`, custom }));
}

export function getFieldLabel(field: ContactField, t: Translate): string {
  return field.kind === "custom"
    ? field.custom.name
    : t(field.kind === "stage" ? "contacts.stage" : `contacts.${field.name}`);
}

export function getStoredValue(field: ContactField, contact: Contact): CustomValue {
  if (field.kind === "custom") return contact.customField[field.custom.id] ?? null;
  return contact[field.name] ?? "";
}

export function buildEdits(field: ContactField, value: CustomValue): ContactEdits {
  if (field.kind === "custom") return { customField: { [field.custom.id]: value } };
  return { [field.name]: typeof value === "string" ? value.trim() : "" };
}

/** A value of `getStoredValue` in the server's form: an empty day is null. */
export function toServerValue(field: ContactField, value: CustomValue): CustomValue {
  return field.name === "birthday" && value === "" ? null : value;
}

/** The value that `edits` sets for `field`; undefined where it is unchanged. */
export function findEditedValue(field: ContactField, edits: ContactEdits): CustomValue | undefined {
  return field.kind === "custom" ? edits.customField?.[field.custom.id] : edits[field.name];
}

const GENDER_TEXTS: Readonly<Record<string, TextKey>> = {
  female: "contacts.genderFemale",
  male: "contacts.genderMale",
  other: "contacts.genderOther",
};

/** Display names of values: the team's name of a stage, and a country in the interface's language. */
export interface DisplayNames {
  readonly stage: (stage: string) => string;
  readonly country: (stored: string) => string;
}

/** A value formatted for display; empty without a value. */
export function formatFieldValue(field: ContactField, value: CustomValue, t: Translate, names: DisplayNames): string {
  if (value === null || value === undefined || value === "") return "";
  if (field.kind === "gender") return t(GENDER_TEXTS[String(value)] ?? "contacts.notSet");
  if (field.kind === "stage") return isStage(value) ? names.stage(value) : String(value);
  if (field.kind === "place") return field.name === "country" ? names.country(String(value)) : String(value);
  if (field.kind === "text") return field.input === "date" ? formatDay(String(value)) : String(value);
  return formatCustomValue(field.custom.type, value, t);
}

/** Text key of the validation error of a value. */
export function validateField(field: ContactField, value: CustomValue): TextKey | undefined {
  if (field.kind !== "text" || (field.name !== "email" && field.name !== "phone")) return undefined;
  const draft = { email: "a@example.com", phone: "", [field.name]: String(value ?? "") } as unknown as ContactDraft;
  return validateDraft(draft)[field.name];
}
