/** Sends the user's presence to the others and receives theirs. Lost messages do no harm. */
import {
  type Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from "y-protocols/awareness";
import type { Transport } from "./transport";

/** Minimum time between two messages. Only the newest state is sent. */
const MIN_INTERVAL_MS = 100;

interface AwarenessChange {
  readonly added: readonly number[];
  readonly updated: readonly number[];
  readonly removed: readonly number[];
}

export class CursorRelay {
  readonly #wire: Transport;
  readonly #room: string;
  readonly #awareness: Awareness;
  #isJoined = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(wire: Transport, room: string, awareness: Awareness) {
    this.#wire = wire;
    this.#room = room;
    this.#awareness = awareness;
    awareness.on("update", this.#changed);
  }

  joined(): void {
    this.#isJoined = true;
    // With a higher clock: a client that dropped this state ignores clocks that it has seen.
    this.#awareness.setLocalState(this.#awareness.getLocalState());
    this.#later();
  }

  /** Removes the states of the others when the connection is lost. */
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
      // A third-party client can send invalid states.
    }
  }

  gone(clients: readonly number[]): void {
    removeAwarenessStates(this.#awareness, [...clients], this);
    // A client that returns counts as new, whatever its clock.
    for (const client of clients) if (client !== this.#awareness.clientID) this.#awareness.meta.delete(client);
  }

  stop(): void {
    this.lost();
    this.#awareness.off("update", this.#changed);
    this.#awareness.destroy();
  }

  readonly #changed = ({ added, updated, removed }: AwarenessChange, origin: unknown): void => {
    const isOwn = [...added, ...updated, ...removed].includes(this.#awareness.clientID);
    // A new client does not know this state yet.
    const isNewcomer = origin === this && added.length > 0;
    if (isOwn || isNewcomer) this.#later();
  };

  #later(): void {
    if (!this.#isJoined) return;
    this.#timer ??= setTimeout(() => this.#tell(), Math.max(0, this.#toldAt + MIN_INTERVAL_MS - Date.now()));
  }

  #tell(): void {
    this.#timer = undefined;
    this.#toldAt = Date.now();
    const state = encodeAwarenessUpdate(this.#awareness, [this.#awareness.clientID]);
    void this.#wire.call("doc:awareness", this.#room, state);
  }
}
