/** Local updates that are not acknowledged yet: one in flight, the others waiting in their order. */
import { createDecoder, readVarUint } from "lib0/decoding";
import * as Y from "yjs";

/** Slightly less than the server's maximum for one update. */
export const MAX_UPDATE_BYTES = 250_000;

/** Slightly less than the server's maximum for one update. Each settings group has an author of its own (groups.ts). */
export const MAX_UPDATE_AUTHORS = 4_000;

/** The oldest of more updates are merged, so that hours offline stay cheap. */
const MAX_PENDING_UPDATES = 50;

export class Outbox {
  #flying: Uint8Array | undefined;
  #waiting: Uint8Array[] = [];

  get isEmpty(): boolean {
    return this.#flying === undefined && this.#waiting.length === 0;
  }

  /** In the order in which the server must receive them. */
  get all(): readonly Uint8Array[] {
    return this.#flying ? [this.#flying, ...this.#waiting] : this.#waiting;
  }

  add(update: Uint8Array): void {
    this.#waiting.push(update);
    if (this.#waiting.length > MAX_PENDING_UPDATES) this.#waiting = groupUpdates(this.#waiting);
  }

  /** The next update to send, merged of as many as fit. Undefined while one is in flight or none waits. */
  take(): Uint8Array | undefined {
    if (this.#flying) return undefined;
    [this.#flying, ...this.#waiting] = groupUpdates(this.#waiting);
    return this.#flying;
  }

  /** Removes the update in flight, which the server has acknowledged. */
  delivered(): void {
    this.#flying = undefined;
  }

  /** Returns the update in flight to the queue. If it arrives twice, it changes nothing. */
  failed(): void {
    if (this.#flying) this.#waiting.unshift(this.#flying);
    this.#flying = undefined;
  }

  clear(): void {
    this.#flying = undefined;
    this.#waiting = [];
  }
}

/** The same updates, merged into as few as the server allows. */
function groupUpdates(updates: readonly Uint8Array[]): Uint8Array[] {
  const groups: Uint8Array[][] = [];
  let [size, authors] = [Number.POSITIVE_INFINITY, 0];
  for (const update of updates) {
    const count = countAuthors(update);
    size += update.length;
    authors += count;
    if (size <= MAX_UPDATE_BYTES && authors <= MAX_UPDATE_AUTHORS) {
      groups.at(-1)?.push(update);
    } else {
      groups.push([update]);
      [size, authors] = [update.length, count];
    }
  }
  return groups.map((group) => (group.length === 1 && group[0] ? group[0] : Y.mergeUpdates(group)));
}

/** Number of clients whose content an update has: the first number of Yjs's format. */
function countAuthors(update: Uint8Array): number {
  return readVarUint(createDecoder(update));
}
