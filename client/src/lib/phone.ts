const DIGITS = { least: 6, most: 15 } as const;

/** Whether `text` is a phone number as people write them, from six digits to the fifteen of E.164; none at all is fine. */
export function isPhone(text: string): boolean {
  const phone = text.trim();
  if (phone === "") return true;
  const { length } = phone.replace(/\D/g, "");
  return /^\+?[\d\s().-]+$/.test(phone) && length >= DIGITS.least && length <= DIGITS.most;
}
