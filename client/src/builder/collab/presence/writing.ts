/** Who is writing a comment, and in which thread: sent while a person types, removed after a pause. */
import type { Awareness } from "y-protocols/awareness";
import { readCollaborator } from "./collaborators";

/** The thread of a comment that starts one. */
export const NEW_THREAD = "new";

/** Minimum time between two messages, however fast a person types. */
const PUBLISH_INTERVAL_MS = 3_000;
/** A person is no longer writing after this time without a key. */
const IDLE_TIMEOUT_MS = 5_000;
/** A sign without an update for this long is removed: the message about its end might be lost. */
const EXPIRY_MS = 8_000;

const FIELD = "writing";
const MAX_WRITERS = 50;
const MAX_CHARACTERS = 120;
const NO_WRITERS: readonly Writer[] = [];

export interface Writer {
  readonly userId: string;
  readonly name: string;
  readonly thread: string;
}

/** Sends that a person types here. */
export class OwnWriting {
  readonly #awareness: Awareness;
  readonly #thread: string;
  #toldAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(awareness: Awareness, thread: string) {
    this.#awareness = awareness;
    this.#thread = thread;
  }

  typed(): void {
    const now = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.stop, IDLE_TIMEOUT_MS);
    if (this.#toldAt !== undefined && now - this.#toldAt < PUBLISH_INTERVAL_MS) return;
    this.#toldAt = now;
    this.#awareness.setLocalStateField(FIELD, { thread: this.#thread, at: now });
  }

  readonly stop = (): void => {
    clearTimeout(this.#timer);
    if (this.#toldAt === undefined) return;
    this.#toldAt = undefined;
    // Another box might have replaced the sign.
    if (readWritingState(this.#awareness.getLocalState())?.thread === this.#thread)
      this.#awareness.setLocalStateField(FIELD, null);
  };
}

/** The others who are writing; the same list until it changes. */
export class WriterTracker {
  readonly #awareness: Awareness;
  /** The last state of each client, with the time at which it was received here: clocks differ. */
  readonly #heard = new Map<number, { readonly said: string; readonly at: number }>();
  readonly #told = new Set<() => void>();
  #known = NO_WRITERS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(awareness: Awareness) {
    this.#awareness = awareness;
  }

  readonly subscribe = (told: () => void): (() => void) => {
    if (this.#told.size === 0) this.#awareness.on("change", this.#look);
    this.#told.add(told);
    this.#look();
    return () => {
      this.#told.delete(told);
      if (this.#told.size > 0) return;
      this.#awareness.off("change", this.#look);
      clearTimeout(this.#timer);
    };
  };

  readonly read = (): readonly Writer[] => this.#known;

  readonly #look = (): void => {
    const now = Date.now();
    const states = this.#awareness.getStates();
    for (const client of this.#heard.keys()) if (!states.has(client)) this.#heard.delete(client);
    const writers = new Map<string, Writer>();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [client, state] of states) {
      const leftMs = client === this.#awareness.clientID ? 0 : this.#leftMs(client, state, now);
      const thread = readWritingState(state)?.thread;
      const other = leftMs > 0 ? readCollaborator(client, state) : undefined;
      if (!other || thread === undefined || writers.size >= MAX_WRITERS) continue;
      nextMs = Math.min(nextMs, leftMs);
      writers.set(`${other.userId} ${thread}`, { userId: other.userId, name: other.name, thread });
    }
    clearTimeout(this.#timer);
    if (Number.isFinite(nextMs)) this.#timer = setTimeout(this.#look, nextMs);
    this.#set([...writers.values()]);
  };

  #leftMs(client: number, state: Readonly<Record<string, unknown>>, now: number): number {
    const writing = readWritingState(state);
    if (!writing) {
      this.#heard.delete(client);
      return 0;
    }
    const said = `${writing.at} ${writing.thread}`;
    const before = this.#heard.get(client);
    if (before?.said === said) return before.at + EXPIRY_MS - now;
    this.#heard.set(client, { said, at: now });
    return EXPIRY_MS;
  }

  #set(writers: readonly Writer[]): void {
    if (JSON.stringify(writers) === JSON.stringify(this.#known)) return;
    this.#known = writers;
    for (const told of this.#told) told();
  }
}

/** A third-party client can send anything. */
function readWritingState(state: Readonly<Record<string, unknown>> | null): { thread: string; at: number } | undefined {
  const writing = state?.[FIELD];
  if (typeof writing !== "object" || writing === null) return undefined;
  const { thread, at } = writing as Readonly<Record<string, unknown>>;
  if (typeof thread !== "string" || thread.length > MAX_CHARACTERS || typeof at !== "number") return undefined;
  return { thread, at };
}
