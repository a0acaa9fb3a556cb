/**
 * A copy in this browser of the updates that the server has not acknowledged. It outlives a reload and the end of the
 * session. Each tab has a key of its own in local storage: `<prefix><document>:<team>:<user>:<tab>`.
 */

export interface Owner {
  /** Prefix of the editor's keys, which ends with an underscore. */
  readonly prefix: string;
  readonly teamId: string;
  readonly userId: string;
}

export class UpdateStorage {
  readonly #place: string;
  readonly #tab: string;

  constructor(documentId: string, { prefix, teamId, userId }: Owner, tab = Math.random().toString(36).slice(2)) {
    this.#place = `${prefix}${documentId}:${teamId}:${userId}:`;
    this.#tab = this.#place + tab;
  }

  /** Adopts the updates that this user left in this browser, in any tab. */
  adopt(): readonly Uint8Array[] {
    const left = listKeys((key) => key.startsWith(this.#place)).map((key) => [key, localStorage.getItem(key)] as const);
    const updates = left.flatMap(([, text]) => parseUpdates(text));
    if (this.keep(updates)) for (const [key] of left) if (key !== this.#tab) localStorage.removeItem(key);
    return updates;
  }

  /** Stores exactly these updates. Returns false if the browser did not. */
  keep(updates: readonly Uint8Array[]): boolean {
    try {
      if (updates.length === 0) localStorage.removeItem(this.#tab);
      else localStorage.setItem(this.#tab, JSON.stringify(updates.map((update) => encodeBytes(update))));
      return true;
    } catch {
      // The storage is full or forbidden. The tab still has the updates, and warns before it is closed.
      return false;
    }
  }
}

/** Deletes the stored updates of a deleted document from this browser, of all users and editors. */
export function deleteStoredUpdates(documentId: string): void {
  for (const key of listKeys((each) => each.includes(`_${documentId}:`))) localStorage.removeItem(key);
}

function listKeys(isWanted: (key: string) => boolean): string[] {
  return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "").filter(isWanted);
}

function parseUpdates(text: string | null): Uint8Array[] {
  try {
    const texts: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(texts) ? texts.map((each) => decodeBytes(String(each))) : [];
  } catch {
    return [];
  }
}

function encodeBytes(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function decodeBytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
