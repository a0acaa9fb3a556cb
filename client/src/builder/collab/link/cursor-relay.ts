/** Where everybody's cursor is: told to the others, and forgotten with the line. Losing one is harmless. */
import {
  type Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from "y-protocols/awareness";
import type { Wire } from "./wire";

/** Of many moves the newest is told, this far apart. */
const LEAST_MS = 100;

interface Change {
  readonly added: readonly number[];
  readonly updated: readonly number[];
  readonly removed: readonly number[];
}

export class CursorRelay {
  readonly #wire: Wire;
  readonly #room: string;
  readonly #awareness: Awareness;
  #isJoined = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(wire: Wire, room: string, awareness: Awareness) {
    this.#wire = wire;
    this.#room = room;
    this.#awareness = awareness;
    awareness.on("update", this.#changed);
  }

  joined(): void {
    this.#isJoined = true;
    // Under a new number: who forgot this cursor with a former line takes no number that it has seen.
    this.#awareness.setLocalState(this.#awareness.getLocalState());
    this.#later();
  }

  /** The line is lost, and with it every word of the others. */
  lost(): void {
    this.#isJoined = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const own = this.#awareness.clientID;
    this.gone([...this.#awareness.getStates().keys()].filter((client) => client !== own));
  }

  take(state: Uint8Array): void {
    try {
      applyAwarenessUpdate(this.#awareness, state, this);
    } catch {
      // Another client's nonsense is no cursor.
    }
  }

  gone(clients: readonly number[]): void {
    removeAwarenessStates(this.#awareness, [...clients], this);
    // Who comes back is new, whatever number it says its state under.
    for (const client of clients) if (client !== this.#awareness.clientID) this.#awareness.meta.delete(client);
  }

  stop(): void {
    this.lost();
    this.#awareness.off("update", this.#changed);
    this.#awareness.destroy();
  }

  readonly #changed = ({ added, updated, removed }: Change, origin: unknown): void => {
    const isOwn = [...added, ...updated, ...removed].includes(this.#awareness.clientID);
    // Who comes newly knows of nobody yet.
    const isNewcomer = origin === this && added.length > 0;
    if (isOwn || isNewcomer) this.#later();
  };

  #later(): void {
    if (!this.#isJoined) return;
    this.#timer ??= setTimeout(() => this.#tell(), Math.max(0, this.#toldAt + LEAST_MS - Date.now()));
  }

  #tell(): void {
    this.#timer = undefined;
    this.#toldAt = Date.now();
    const state = encodeAwarenessUpdate(this.#awareness, [this.#awareness.clientID]);
    void this.#wire.call("doc:awareness", this.#room, state);
  }
}
