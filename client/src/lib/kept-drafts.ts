/**
 * Unsaved text that outlives the end of a session: kept in this tab, for the user who typed it. While nobody is signed
 * in nothing is written and nothing is dropped, so that a form which leaves the screen with its session loses nothing.
 */
const PREFIX = "draft:";

let owner: string | undefined;

function keyOf(key: string): string | undefined {
  return owner === undefined ? undefined : `${PREFIX}${owner}:${key}`;
}

/** From now on drafts are this user's. */
export function ownDrafts(userId: string): void {
  owner = userId;
}

/** The session is over: drafts stay as they are until their user is back. */
export function holdDrafts(): void {
  owner = undefined;
}

/** The user chose to go: nothing of theirs stays in this tab. */
export function dropAllDrafts(): void {
  owner = undefined;
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

export function keepDraft(key: string, text: string): void {
  const own = keyOf(key);
  if (!own) return;
  try {
    sessionStorage.setItem(own, text);
  } catch {
    // A full storage keeps what it has: the form on screen still holds the text.
  }
}

export function dropDraft(key: string): void {
  const own = keyOf(key);
  if (own) sessionStorage.removeItem(own);
}

export function readDraft(key: string): unknown {
  const own = keyOf(key);
  if (!own) return undefined;
  try {
    return JSON.parse(sessionStorage.getItem(own) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
