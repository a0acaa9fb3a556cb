/** Attributes of an email address field. With type "email", browsers rewrite domains like “café.example”. */
export const EMAIL_INPUT = {
  type: "text",
  inputMode: "email",
  autoCapitalize: "none",
  autoCorrect: "off",
  spellCheck: false,
} as const;

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether `text` looks like an email address. The server checks it more strictly. */
export function isEmailAddress(text: string): boolean {
  return ADDRESS.test(text.trim());
}

/** At most 64 characters before the @, and at least two characters in the top-level domain. */
const RECIPIENT = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/;

/** Whether `text` could be the address of a contact or a sender. The server checks it more strictly. */
export function isRecipientAddress(text: string): boolean {
  return RECIPIENT.test(text.trim());
}
