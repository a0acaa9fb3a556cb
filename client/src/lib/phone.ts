const DIGITS = { least: 6, most: 15 } as const;

/** Whether `text` is empty or a phone number in any usual notation, from six digits to the fifteen of E.164. */
export function isPhone(text: string): boolean {
  const phone = text.trim();
  if (phone === "") return true;
  const { length } = phone.replace(/\D/g, "");
  return /^\+?[\d\s().-]+$/.test(phone) && length >= DIGITS.least && length <= DIGITS.most;
}
