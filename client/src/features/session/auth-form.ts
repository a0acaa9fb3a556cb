import { isEmailAddress } from "@/lib/email-address";
import type { TextKey } from "@/lib/i18n/translation";
import { isPhone } from "@/lib/phone";

/** Validation rules of the forms before sign-in. Each returns a text key, or undefined for a valid value. */

/** Fields with significant spaces. */
const PASSWORD_FIELD_PATTERN = /password$/i;
const MIN_PASSWORD_CHARACTERS = 10;
const MAX_PASSWORD_CHARACTERS = 128;

type Rule = (value: string) => TextKey | undefined;

function createRequiredRule(key: TextKey): Rule {
  return (value) => (value.trim() === "" ? key : undefined);
}

function validateEmail(value: string): TextKey | undefined {
  return (
    createRequiredRule("session.emailMissing")(value) ?? (isEmailAddress(value) ? undefined : "session.emailMalformed")
  );
}

function validatePhone(value: string): TextKey | undefined {
  return createRequiredRule("session.phoneMissing")(value) ?? (isPhone(value) ? undefined : "session.phoneMalformed");
}

function validateNewPassword(value: string): TextKey | undefined {
  const { length } = [...value];
  if (length === 0) return "session.passwordMissing";
  return length < MIN_PASSWORD_CHARACTERS || length > MAX_PASSWORD_CHARACTERS ? "session.passwordLength" : undefined;
}

export const SIGN_IN_RULES = { email: validateEmail, password: createRequiredRule("session.passwordMissing") } as const;
export const FORGET_RULES = { email: validateEmail } as const;
export const RESET_RULES = { password: validateNewPassword } as const;
/** In the order of the form, because the first invalid field gets the focus. */
export const REGISTER_RULES = {
  name: createRequiredRule("session.nameMissing"),
  company: createRequiredRule("session.companyMissing"),
  email: validateEmail,
  phone: validatePhone,
  password: validateNewPassword,
} as const;

export interface ValidatedForm<Field extends string> {
  readonly values: Readonly<Record<Field, string>>;
  /** Errors by field; empty for a valid form. */
  readonly errors: Readonly<Partial<Record<string, TextKey>>>;
}

/** Reads and checks the fields that `rules` names. */
export function validateForm<Field extends string>(
  form: FormData,
  rules: Readonly<Record<Field, Rule>>,
): ValidatedForm<Field> {
  const fields = Object.keys(rules) as Field[];
  const values = {} as Record<Field, string>;
  const errors: Partial<Record<string, TextKey>> = {};
  for (const field of fields) {
    const raw = String(form.get(field) ?? "");
    values[field] = PASSWORD_FIELD_PATTERN.test(field) ? raw : raw.trim();
    const error = rules[field](raw);
    if (error) errors[field] = error;
  }
  return { values, errors };
}
