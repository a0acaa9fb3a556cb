import type { TextKey } from "@/lib/i18n/translation";
/** As many as the server takes in one go. */
export const MOST_TEST_ADDRESSES = 10;
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/;

/** Addresses in a text, told apart by commas, semicolons or spaces; each once. */
export function readAddresses(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

/** Text key of what is wrong with them, or undefined. */
export function addressProblem(addresses: readonly string[]): TextKey | undefined {
  if (addresses.length === 0) return "terms.enterAtLeastOneAddress";
  if (addresses.length > MOST_TEST_ADDRESSES) return "campaigns.testTooMany";
  return addresses.every((address) => EMAIL.test(address)) ? undefined : "campaigns.testMalformed";
}

/** The addresses with all testers; the testers alone where both together would be too many. */
export function withTesters(addresses: readonly string[], testers: readonly string[]): readonly string[] {
  const all = [...new Set([...addresses, ...testers])];
  return all.length > MOST_TEST_ADDRESSES ? testers : all;
}
