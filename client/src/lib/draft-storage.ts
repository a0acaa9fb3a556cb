/**
 * Unsaved text that survives the end of a session, stored in this tab for its user. Without a signed-in user, nothing
 * is written or deleted, so a form that unmounts with its session loses nothing.
 */
const PREFIX = "draft:";

let owner: string | undefined;

function buildStorageKey(key: string): string | undefined {
  return owner === undefined ? undefined : `${PREFIX}${owner}:${key}`;
}

/** Sets the user that drafts belong to from now on. */
export function setDraftOwner(userId: string): void {
  owner = userId;
}

/** Call at the end of a session: drafts stay unchanged until their user returns. */
export function clearDraftOwner(): void {
  owner = undefined;
}

/** Call at sign-out: deletes all drafts of this tab. */
export function deleteAllDrafts(): void {
  owner = undefined;
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

export function storeDraft(key: string, text: string): void {
  const own = buildStorageKey(key);
  if (!own) return;
  try {
    sessionStorage.setItem(own, text);
  } catch {
    // Storage is full: the form on screen still has the text.
  }
}

export function deleteDraft(key: string): void {
  const own = buildStorageKey(key);
  if (own) sessionStorage.removeItem(own);
}

export function readDraft(key: string): unknown {
  const own = buildStorageKey(key);
  if (!own) return undefined;
  try {
    return JSON.parse(sessionStorage.getItem(own) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
