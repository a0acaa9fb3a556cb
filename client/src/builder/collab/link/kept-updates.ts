/**
 * A copy in this browser of what the server has not acknowledged: it outlives a reload, the end of the session and the
 * time until its user is back. Each tab has a place of its own, `em_<document>:<team>:<user>:<tab>`.
 */

/** Keys of local storage that begin so go when their email is deleted (EDIT-50). */
const PREFIX = "em_";

export interface Owner {
  readonly teamId: string;
  readonly userId: string;
}

export class KeptUpdates {
  readonly #place: string;
  readonly #tab: string;

  constructor(documentId: string, { teamId, userId }: Owner, tab = Math.random().toString(36).slice(2)) {
    this.#place = `${PREFIX}${documentId}:${teamId}:${userId}:`;
    this.#tab = this.#place + tab;
  }

  /** Takes over what this user has left in this browser, whichever tab it was in. */
  adopt(): readonly Uint8Array[] {
    const left = keysWith(this.#place).map((key) => [key, localStorage.getItem(key)] as const);
    const updates = left.flatMap(([, text]) => read(text));
    if (this.keep(updates)) for (const [key] of left) if (key !== this.#tab) localStorage.removeItem(key);
    return updates;
  }

  /** Keeps exactly these; false when the browser didn't. */
  keep(updates: readonly Uint8Array[]): boolean {
    try {
      if (updates.length === 0) localStorage.removeItem(this.#tab);
      else localStorage.setItem(this.#tab, JSON.stringify(updates.map((update) => toText(update))));
      return true;
    } catch {
      // A full or forbidden storage: the tab itself still holds them, and leaving it is warned of.
      return false;
    }
  }
}

/** Forgets what this browser keeps of a document that is deleted, whoever wrote it. */
export function forgetKept(documentId: string): void {
  for (const key of keysWith(PREFIX + documentId)) localStorage.removeItem(key);
}

function keysWith(prefix: string): string[] {
  return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "").filter((key) =>
    key.startsWith(prefix),
  );
}

function read(text: string | null): Uint8Array[] {
  try {
    const texts: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(texts) ? texts.map((each) => fromText(String(each))) : [];
  } catch {
    return [];
  }
}

function toText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function fromText(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
