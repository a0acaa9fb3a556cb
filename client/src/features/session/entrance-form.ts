import { isEmailAddress } from "@/lib/email-address";
import type { TextKey } from "@/lib/i18n/translation";
import { isPhone } from "@/lib/phone";

/** Rules of the forms before the dashboard; each gives a text key, or undefined when the value will do. */

/** Fields whose spaces belong to what was typed. */
const PASSWORD = /password$/i;
const LEAST_PASSWORD = 10;
const MOST_PASSWORD = 128;

type Rule = (value: string) => TextKey | undefined;

function required(key: TextKey): Rule {
  return (value) => (value.trim() === "" ? key : undefined);
}

function email(value: string): TextKey | undefined {
  return required("session.emailMissing")(value) ?? (isEmailAddress(value) ? undefined : "session.emailMalformed");
}

function phone(value: string): TextKey | undefined {
  return required("session.phoneMissing")(value) ?? (isPhone(value) ? undefined : "session.phoneMalformed");
}

function newPassword(value: string): TextKey | undefined {
  const { length } = [...value];
  if (length === 0) return "session.passwordMissing";
  return length < LEAST_PASSWORD || length > MOST_PASSWORD ? "session.passwordLength" : undefined;
}

export const SIGN_IN_RULES = { email, password: required("session.passwordMissing") } as const;
export const FORGET_RULES = { email } as const;
export const RESET_RULES = { password: newPassword } as const;
/** In the order of the form: the first wrong field gets the focus. */
export const REGISTER_RULES = {
  name: required("session.nameMissing"),
  company: required("session.companyMissing"),
  email,
  phone,
  password: newPassword,
} as const;

export interface Checked<Field extends string> {
  readonly values: Readonly<Record<Field, string>>;
  /** By field; empty when the form may be sent. */
  readonly errors: Readonly<Partial<Record<string, TextKey>>>;
}

/** Reads the fields that `rules` names out of a form and checks each. */
export function checkForm<Field extends string>(form: FormData, rules: Readonly<Record<Field, Rule>>): Checked<Field> {
  const fields = Object.keys(rules) as Field[];
  const values = {} as Record<Field, string>;
  const errors: Partial<Record<string, TextKey>> = {};
  for (const field of fields) {
    const raw = String(form.get(field) ?? "");
    values[field] = PASSWORD.test(field) ? raw : raw.trim();
    const error = rules[field](raw);
    if (error) errors[field] = error;
  }
  return { values, errors };
}
