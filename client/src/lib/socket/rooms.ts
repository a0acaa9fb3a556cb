/** Part of a screen that watches a room. */
export interface Watcher {
  readonly onJoined: () => void;
}

/** Watched rooms of this tab (`<kind>:<id>`) with their watchers. Two parts of a screen can watch the same one. */
export class Rooms {
  readonly #watchers = new Map<string, Set<Watcher>>();
  /** Rooms that are watched although the server rejected or removed this tab. */
  readonly #refused = new Set<string>();

  /** Adds a watcher. Returns whether it is the room's first, which must then be joined on the server. */
  enter(room: string, watcher: Watcher): boolean {
    const watchers = this.#watchers.get(room);
    if (watchers) {
      watchers.add(watcher);
      return false;
    }
    this.#watchers.set(room, new Set([watcher]));
    return true;
  }

  /** Removes a watcher. Returns whether it was the room's last, which must then be left on the server. */
  leave(room: string, watcher: Watcher): boolean {
    const watchers = this.#watchers.get(room);
    if (!watchers?.delete(watcher) || watchers.size > 0) return false;
    this.#watchers.delete(room);
    this.#refused.delete(room);
    return true;
  }

  refused(room: string): void {
    if (this.#watchers.has(room)) this.#refused.add(room);
  }

  /** Returns and clears the rejected rooms, which can be joined again after a change of permissions. */
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
