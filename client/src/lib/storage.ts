/** Local storage keys of a session; signing out removes all of them. */
export const SESSION_KEYS = [
  "teamName",
  "teamId",
  "hourFormat",
  "domain",
  "recomDates",
  "tokenMode",
  "token",
  "token2fa",
  "trxToken",
  "recentPlaces",
] as const;
export type SessionKey = (typeof SESSION_KEYS)[number];

/** Choices of this browser, which outlive a session. */
export const BROWSER_KEYS = [
  "language",
  "colorScheme",
  "identity",
  "sidebar",
  "reminder2fa",
  // How the last session of this browser ended (SESS-45). Outlives it, so that other tabs can read it.
  "logout",
  "forcedVersion",
  "promoCode",
  "listColumns",
  "listSize",
  "noticesPutAway",
  "contactExport",
] as const;
export type BrowserKey = (typeof BROWSER_KEYS)[number];

export type StorageKey = SessionKey | BrowserKey;

/** Whether storage works; a private window or a policy can prevent it. */
export function isStorageAvailable(): boolean {
  try {
    const probe = "storageProbe";
    localStorage.setItem(probe, probe);
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

export function readStored(key: StorageKey): string | undefined {
  return localStorage.getItem(key) ?? undefined;
}

/** Stores `value`; an absent or empty one removes the key. */
export function writeStored(key: StorageKey, value: string | undefined): void {
  if (value) localStorage.setItem(key, value);
  else localStorage.removeItem(key);
}

export function readStoredJson(key: StorageKey): unknown {
  try {
    return JSON.parse(readStored(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function clearSession(): void {
  for (const key of SESSION_KEYS) localStorage.removeItem(key);
}
