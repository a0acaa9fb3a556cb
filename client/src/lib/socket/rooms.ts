/** A part of a screen that watches a room. */
export interface Watcher {
  readonly onJoined: () => void;
}

/** Rooms that this tab watches, `<kind>:<id>`, with who watches: two parts of a screen may watch the same thing. */
export class Rooms {
  readonly #watchers = new Map<string, Set<Watcher>>();
  /** Watched, but the server said no, or not any more. */
  readonly #refused = new Set<string>();

  /** Whether this is the first watcher, so that the server must be asked. */
  enter(room: string, watcher: Watcher): boolean {
    const known = this.#watchers.get(room);
    if (known) {
      known.add(watcher);
      return false;
    }
    this.#watchers.set(room, new Set([watcher]));
    return true;
  }

  /** Whether this was the last watcher, so that the server must be told. */
  leave(room: string, watcher: Watcher): boolean {
    const known = this.#watchers.get(room);
    if (!known?.delete(watcher) || known.size > 0) return false;
    this.#watchers.delete(room);
    this.#refused.delete(room);
    return true;
  }

  refused(room: string): void {
    if (this.#watchers.has(room)) this.#refused.add(room);
  }

  /** What may be asked for again once rights were looked at anew; each is answered for once. */
  allRefused(): readonly string[] {
    const rooms = [...this.#refused];
    this.#refused.clear();
    return rooms;
  }

  joined(room: string): void {
    for (const watcher of this.#watchers.get(room) ?? []) watcher.onJoined();
  }

  has(room: string): boolean {
    return this.#watchers.has(room);
  }

  all(): readonly string[] {
    return [...this.#watchers.keys()];
  }
}
