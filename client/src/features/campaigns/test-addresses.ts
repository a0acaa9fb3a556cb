import type { TextKey } from "@/lib/i18n/translation";
/** The server's limit per request. */
export const MAX_TEST_ADDRESSES = 10;
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/;

/** Splits a text at commas, semicolons and spaces, without duplicates. */
export function parseAddresses(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

/** Text key of the validation error, or undefined. */
export function validateAddresses(addresses: readonly string[]): TextKey | undefined {
  if (addresses.length === 0) return "terms.enterAtLeastOneAddress";
  if (addresses.length > MAX_TEST_ADDRESSES) return "campaigns.testTooMany";
  return addresses.every((address) => EMAIL.test(address)) ? undefined : "campaigns.testMalformed";
}

/** The addresses with all testers; only the testers if both together exceed the limit. */
export function withTesters(addresses: readonly string[], testers: readonly string[]): readonly string[] {
  const all = [...new Set([...addresses, ...testers])];
  return all.length > MAX_TEST_ADDRESSES ? testers : all;
}
