/** A watched thing: `campaign` and its id, `import` and its id. */
export interface RoomName {
  readonly kind: string;
  readonly id: string;
}

/** Rooms that this tab watches, counted: two parts of a screen may watch the same thing. */
export class Rooms {
  readonly #counts = new Map<string, { readonly room: RoomName; count: number }>();

  /** Whether this is the first watcher, so that the server must be asked. */
  enter(room: RoomName): boolean {
    const key = `${room.kind}:${room.id}`;
    const known = this.#counts.get(key);
    if (known) {
      known.count += 1;
      return false;
    }
    this.#counts.set(key, { room, count: 1 });
    return true;
  }

  /** Whether this was the last watcher, so that the server must be told. */
  leave(room: RoomName): boolean {
    const key = `${room.kind}:${room.id}`;
    const known = this.#counts.get(key);
    if (!known) return false;
    known.count -= 1;
    if (known.count > 0) return false;
    this.#counts.delete(key);
    return true;
  }

  all(): readonly RoomName[] {
    return [...this.#counts.values()].map(({ room }) => room);
  }
}
