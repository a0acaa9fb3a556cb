/** Attributes of a field for an email address. With type "email" a browser rewrites a domain like “café.example”. */
export const EMAIL_INPUT = {
  type: "text",
  inputMode: "email",
  autoCapitalize: "none",
  autoCorrect: "off",
  spellCheck: false,
} as const;

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether `text` looks like an email address; the server looks closer. */
export function isEmailAddress(text: string): boolean {
  return ADDRESS.test(text.trim());
}
