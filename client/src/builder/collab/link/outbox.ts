/** What was written here and is not acknowledged yet: one update on its way, the others in their order behind it. */
import * as Y from "yjs";

/** The server takes a little more as one update. */
export const MAX_UPDATE_BYTES = 250_000;

/** Of more than this many the older are made one, so that hours without a line stay cheap. */
const MAX_WAITING = 50;

export class Outbox {
  #flying: Uint8Array | undefined;
  #waiting: Uint8Array[] = [];

  get isEmpty(): boolean {
    return this.#flying === undefined && this.#waiting.length === 0;
  }

  /** In the order in which they have to arrive. */
  get all(): readonly Uint8Array[] {
    return this.#flying ? [this.#flying, ...this.#waiting] : this.#waiting;
  }

  add(update: Uint8Array): void {
    this.#waiting.push(update);
    if (this.#waiting.length > MAX_WAITING) this.#waiting = grouped(this.#waiting);
  }

  /** What goes out next, as many as fit made one; undefined while something is on its way, or nothing waits. */
  take(): Uint8Array | undefined {
    if (this.#flying) return undefined;
    [this.#flying, ...this.#waiting] = grouped(this.#waiting);
    return this.#flying;
  }

  /** What was on its way has arrived. */
  delivered(): void {
    this.#flying = undefined;
  }

  /** What was on its way may not have arrived: it is the next again, and arrives twice at worst, which changes nothing. */
  failed(): void {
    if (this.#flying) this.#waiting.unshift(this.#flying);
    this.#flying = undefined;
  }

  clear(): void {
    this.#flying = undefined;
    this.#waiting = [];
  }
}

/** The same updates as few as the wire allows. */
function grouped(updates: readonly Uint8Array[]): Uint8Array[] {
  const groups: Uint8Array[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const update of updates) {
    size += update.length;
    if (size <= MAX_UPDATE_BYTES) {
      groups.at(-1)?.push(update);
    } else {
      groups.push([update]);
      size = update.length;
    }
  }
  return groups.map((group) => (group.length === 1 && group[0] ? group[0] : Y.mergeUpdates(group)));
}
