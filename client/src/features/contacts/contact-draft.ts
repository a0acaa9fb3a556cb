import { isRecipientAddress } from "@/lib/email-address";
import type { TextKey } from "@/lib/i18n/translation";
import type { Contact, ContactChange } from "./contacts-data";

export type CustomValue = string | number | boolean | string[] | null;

/** The form state of a contact: empty texts are "", days are YYYY-MM-DD. */
export interface ContactDraft {
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string;
  readonly company: string;
  readonly birthday: string;
  readonly gender: string;
  readonly city: string;
  readonly country: string;
  readonly timezone: string;
  readonly funnel: string;
  readonly note: string;
  readonly labelIds: readonly number[];
  /** Values by the id of the custom field. */
  readonly customField: Readonly<Record<string, CustomValue>>;
}

/** The user's changes. All other fields follow the server, so that changes by others appear and nothing is lost. */
export type ContactEdits = Partial<ContactDraft>;

export const EMPTY_DRAFT: ContactDraft = {
  email: "",
  firstname: "",
  lastname: "",
  phone: "",
  company: "",
  birthday: "",
  gender: "",
  city: "",
  country: "",
  timezone: "",
  funnel: "",
  note: "",
  labelIds: [],
  customField: {},
};

/** The form state of a stored contact. */
export function toDraft(contact: Contact): ContactDraft {
  const { email, firstname, lastname, phone, company, gender, city, country, timezone, funnel, note } = contact;
  const texts = { email, firstname, lastname, phone, company, gender, city, country, timezone, funnel, note };
  const labelIds = contact.labels.map(({ id }) => id);
  return { ...texts, birthday: contact.birthday ?? "", labelIds, customField: contact.customField };
}

/** The custom values with another one. An emptied value is left out, unless one is stored. */
export function withCustomValue(draft: ContactDraft, stored: ContactDraft, id: number, value: CustomValue) {
  const { [id]: _previous, ...others } = draft.customField;
  return value === null && (stored.customField[id] ?? null) === null ? others : { ...others, [id]: value };
}

/** The request body for `edits`: an emptied day is null. */
export function toContactChange(edits: ContactEdits): ContactChange {
  const { birthday, labelIds, customField, gender, funnel, ...texts } = edits;
  return {
    ...texts,
    ...(gender === undefined ? {} : { gender: gender as NonNullable<ContactChange["gender"]> }),
    ...(funnel === undefined ? {} : { funnel: funnel as NonNullable<ContactChange["funnel"]> }),
    ...(birthday === undefined ? {} : { birthday: birthday || null }),
    ...(labelIds === undefined ? {} : { labelIds: [...labelIds] }),
    ...(customField === undefined ? {} : { customField }),
  };
}

/** The server's rules as far as they can be checked while typing (CONT-59); the server decides. */
const PHONE = /^\+?[\d(][\d ().-]{4,30}$/;
const MAX_PHONE_DIGITS = 15;
const MIN_PHONE_DIGITS = 6;

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return PHONE.test(text) && digits >= MIN_PHONE_DIGITS && digits <= MAX_PHONE_DIGITS;
}

/** Text keys of the validation errors, by field. */
export function validateDraft(draft: ContactDraft): Readonly<Partial<Record<keyof ContactDraft, TextKey>>> {
  const email = draft.email.trim();
  const phone = draft.phone.trim();
  return {
    ...(email === "" ? { email: "contacts.emailMissing" } : {}),
    ...(email !== "" && !isRecipientAddress(email) ? { email: "contacts.emailMalformed" } : {}),
    ...(phone !== "" && !isPhone(phone) ? { phone: "contacts.phoneMalformed" } : {}),
  };
}
