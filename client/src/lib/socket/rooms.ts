/** A part of a screen that watches a room. */
export interface Watcher {
  readonly onJoined: () => void;
}

/** Rooms that this tab watches, `<kind>:<id>`, with who watches: two parts of a screen may watch the same thing. */
export class Rooms {
  readonly #watchers = new Map<string, Set<Watcher>>();

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
    return true;
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
