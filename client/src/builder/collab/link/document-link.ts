/**
 * A document that several write at once, held together with the server (docs/architecture.md, Realtime, deltas).
 *
 * What is written here goes out as one update at a time, what was written meanwhile made one behind it, and is kept in
 * this browser until it is acknowledged. After every connect, and whenever something may have been missed, the document
 * is joined again: the server answers what is lacking here, and what it lacks itself is sent. An update that the server
 * refuses is taken back with all that was written on top of it: the document begins anew as the server has it, and the
 * refusal is told. Until the server's version has arrived, the link is `restoring` and the document must not be edited.
 */
import { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import { History } from "../history";
import { DOCUMENT_MAPS } from "../maps";
import { Composition } from "./composition";
import { CursorRelay } from "./cursor-relay";
import { Joiner } from "./joiner";
import type { KeptUpdates } from "./kept-updates";
import type { Outbox } from "./outbox";
import { type Outcome, outcomeOf, Sender } from "./sender";
import { bytesOf, isBody, type Wire } from "./wire";

/** Both sides say what they have this often, should anything have gone wrong unseen. */
export const COMPARE_MS = 20_000;
/** The local copy is written at most this often while somebody types. */
const KEEP_MS = 100;

/** Refusals that say nothing about what was sent. */
const FOR_NOW = new Set(["tooManyRequests", "serverException"]);

export interface Refusal {
  readonly code: string;
  /** Tells one from the one before. */
  readonly number: number;
  /** The document with the rejected changes, to copy text from. */
  readonly doc: Y.Doc;
}

/** Where the link is with the server. Only `joined` sends and receives updates. */
type Phase =
  // Before it is opened, and after it was closed.
  | "closed"
  // It has asked to join, or asks as soon as the answer to a former attempt is here.
  | "joining"
  | "joined"
  // An attempt failed: another one follows by itself, or is on its way.
  | "waiting"
  // There is no connection. The next one begins with a join.
  | "down"
  // The server does not let this user in; it is asked again when rights may have changed.
  | "refused";

export type LinkState = "loading" | "ready" | "restoring" | "offline" | "refused" | "locked";

/** What the document is once its link has entered a phase. */
function stateIn(phase: Phase, state: LinkState, { isLocked = false, failures = 0 } = {}): LinkState {
  switch (phase) {
    case "joined":
      return isLocked ? "locked" : "ready";
    case "refused":
      return "refused";
    // Only a document that could be edited can be edited offline: no other state collects what is typed.
    case "down":
      return state === "ready" ? "offline" : state;
    // A single failure is not worth a word.
    case "waiting":
      return state === "ready" && failures > 1 ? "offline" : state;
    case "joining":
    case "closed":
      return state;
  }
}

export interface OpenDocument {
  /** Another one after a refusal: what hangs on the former is drawn anew. */
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly history: History;
  readonly state: LinkState;
  readonly saved: "saved" | "saving" | "failed";
  /** Milliseconds since 1970; undefined before the first acknowledgement. */
  readonly savedAt: number | undefined;
  /** Number of the newest change that is known of. */
  readonly revision: number;
  /** What was taken back last, until it is put away. */
  readonly refusal: Refusal | undefined;
}

type Parts = Pick<OpenDocument, "doc" | "awareness" | "history">;

function fresh(maps: readonly string[]): Parts {
  const doc = new Y.Doc();
  return { doc, awareness: new Awareness(doc), history: new History(doc, [], maps) };
}

/** How many links of this tab have a room open: one connection opens it once. */
const openRooms = new WeakMap<Wire, Map<string, number>>();

function countOpen(wire: Wire, room: string, change: number): number {
  const rooms = openRooms.get(wire) ?? new Map<string, number>();
  const count = (rooms.get(room) ?? 0) + change;
  openRooms.set(wire, rooms.set(room, count));
  return count;
}

export class DocumentLink {
  readonly #wire: Wire;
  readonly #room: string;
  readonly #kept: KeptUpdates;
  readonly #composition: Composition;
  readonly #maps: readonly string[];
  readonly #told = new Set<() => void>();
  readonly #joiner = new Joiner(
    () => this.#askToJoin(),
    (answer) => this.#onAnswer(answer),
  );
  readonly #sender = new Sender(
    (update) => this.#tell(update),
    (outcome) => this.#onOutcome(outcome),
  );
  #open: OpenDocument;
  #phase: Phase = "closed";
  /** What takes the place of a document that was taken back, once it is filled. */
  #next: Parts | undefined;
  #cursors: CursorRelay | undefined;
  #stops: (() => void)[] = [];
  /** Whether the server has locked the document against changes. */
  #isLocked = false;
  /** Whether what this user left in the browser was taken over. */
  #hasAdopted = false;
  /** The server lacked what an update stands on: what goes out next is all that it lacks. */
  #isMending = false;
  /** Grows with every loss of the line, and every new beginning: what waits for a former one counts for nothing. */
  #line = 0;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    wire: Wire,
    room: string,
    kept: KeptUpdates,
    composition = new Composition(),
    maps: readonly string[] = DOCUMENT_MAPS,
  ) {
    this.#wire = wire;
    this.#room = room;
    this.#kept = kept;
    this.#composition = composition;
    this.#maps = maps;
    this.#open = {
      ...fresh(maps),
      state: "loading",
      saved: "saved",
      savedAt: undefined,
      revision: 0,
      refusal: undefined,
    };
  }

  /** The document as it stands; the same object until something of it changes. */
  readonly current = (): OpenDocument => this.#open;

  readonly subscribe = (told: () => void): (() => void) => {
    this.#told.add(told);
    return () => this.#told.delete(told);
  };

  /** Joins, and stays joined until it is closed. */
  open(): void {
    const wire = this.#wire;
    countOpen(wire, this.#room, 1);
    // Closed before, it begins anew.
    if (this.#line > 0) this.#set({ ...fresh(this.#maps), state: "loading" });
    this.#hasAdopted = false;
    this.#listen();
    const compare = setInterval(() => this.#phase === "joined" && this.#join(), COMPARE_MS);
    const forRoom = (then: (body: Readonly<Record<string, unknown>>, bytes: unknown) => void) => {
      return (body: unknown, bytes?: unknown) => {
        if (isBody(body) && body.room === this.#room) then(body, bytes);
      };
    };
    this.#stops = [
      () => clearInterval(compare),
      wire.onUp(() => this.#join()),
      wire.onDown(() => this.#lose("down")),
      wire.hear(
        "doc:update",
        forRoom(({ number }, bytes) => this.#takeComposed(number, bytesOf(bytes))),
      ),
      wire.hear(
        "doc:awareness",
        forRoom((_body, bytes) => {
          const state = bytesOf(bytes);
          if (state) this.#cursors?.take(state);
        }),
      ),
      wire.hear(
        "doc:gone",
        forRoom(({ clients }) => this.#cursors?.gone(Array.isArray(clients) ? clients.map(Number) : [])),
      ),
      wire.hear(
        "doc:rejoin",
        forRoom(() => this.#join()),
      ),
      wire.hear(
        "room:left",
        forRoom(() => this.#lose("refused")),
      ),
      wire.hear("room:reviewed", () => {
        if (this.#open.state === "refused") this.#join();
      }),
    ];
    this.#join();
  }

  /** Sends what is left, and lets go. It may be opened again, and begins anew then. */
  close(): void {
    this.#next?.awareness.destroy();
    this.#next = undefined;
    this.keepNow();
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#unlisten();
    const wasJoined = this.#phase === "joined";
    this.#phase = "closed";
    this.#line += 1;
    this.#joiner.stop();
    void this.#leave(this.#sender.handOver(), wasJoined);
  }

  /** Writes the local copy at once: the page may be gone in a moment. */
  keepNow(): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    // While restoring, the rejected updates stay in the copy: after a reload they are sent and rejected again.
    if (this.#hasAdopted && !this.#next) this.#kept.keep(this.#sender.outbox.all);
  }

  /** Sends at once what waits, or tries again what failed. */
  saveNow(): void {
    this.#joiner.succeeded();
    if (this.#phase === "joined") this.#sender.hurry();
    else this.#join();
  }

  /** The refusal was read. */
  readonly putAway = (): void => this.#set({ refusal: undefined });

  // --- what is written here ---

  #listen(): void {
    const { doc, awareness } = this.#open;
    doc.on("update", this.#onChange);
    this.#cursors = new CursorRelay(this.#wire, this.#room, awareness);
  }

  #unlisten(): void {
    this.#open.doc.off("update", this.#onChange);
    this.#open.history.destroy();
    this.#cursors?.stop();
    this.#cursors = undefined;
  }

  readonly #onChange = (update: Uint8Array, origin: unknown): void => {
    if (origin === this) return;
    this.#sender.add(update);
    this.#keepTimer ??= setTimeout(() => this.keepNow(), KEEP_MS);
    this.#set({});
  };

  async #tell(update: Uint8Array): Promise<readonly unknown[] | undefined> {
    return await this.#wire.call("doc:update", this.#room, update);
  }

  #onOutcome(outcome: Outcome): void {
    if (outcome.kind === "delivered") {
      this.#isMending = false;
      this.#joiner.succeeded();
      this.keepNow();
      this.#set({ savedAt: Date.now(), revision: this.#newest(outcome.body) });
      return;
    }
    const code = outcome.kind === "refused" ? outcome.code : undefined;
    if (code === "updateMalformed" && !this.#isMending) {
      this.#isMending = true;
      this.#enter("joining");
      this.#joiner.now();
    } else if (code === undefined || code === "noEntity" || FOR_NOW.has(code)) {
      this.#tryLater();
    } else {
      this.#takeBack(code);
    }
  }

  /** On the way out: sends what is left, as long as the server answers. What isn't stays in the local copy. */
  async #leave(rest: Outbox, isJoined: boolean): Promise<void> {
    const line = this.#line;
    for (let update = rest.take(); isJoined && update; update = rest.take()) {
      if (outcomeOf(await this.#tell(update)).kind !== "delivered") break;
      rest.delivered();
      // Opened again, it has taken that copy over.
      if (line === this.#line) this.#kept.keep(rest.all);
    }
    if (countOpen(this.#wire, this.#room, -1) > 0) return;
    void this.#wire.call("doc:leave", this.#room);
  }

  /** Replaces the document with the server's version. Until that arrives, the rejected one stays on screen, read-only. */
  #takeBack(code: string): void {
    const number = (this.#open.refusal?.number ?? 0) + 1;
    this.#isLocked = code === "documentLocked";
    this.#isMending = false;
    this.keepNow();
    this.#unlisten();
    this.#line += 1;
    this.#joiner.stop();
    this.#sender.stop();
    this.#sender.outbox.clear();
    this.#next = fresh(this.#maps);
    this.#phase = "joining";
    this.#set({ refusal: { code, number, doc: this.#open.doc }, state: "restoring" });
    this.#joiner.now();
  }

  // --- what the server says ---

  /** Joins, or compares with the server what is joined already. */
  #join(): void {
    if (this.#phase !== "joined") this.#enter("joining");
    this.#joiner.now();
  }

  async #askToJoin(): Promise<readonly unknown[] | undefined> {
    const { doc } = this.#next ?? this.#open;
    const about = { room: this.#room, client: doc.clientID };
    const answer = await this.#wire.call("doc:join", about, Y.encodeStateVector(doc));
    if (this.#composition.isActive) await this.#composition.ended();
    return answer;
  }

  #onAnswer(answer: readonly unknown[] | undefined): void {
    const outcome = outcomeOf(answer);
    if (outcome.kind === "delivered") this.#joined(answer ?? []);
    else if (outcome.kind === "refused" && !FOR_NOW.has(outcome.code)) this.#lose("refused");
    else this.#tryLater();
  }

  #joined([body, missing, serverVector]: readonly unknown[]): void {
    const { doc } = this.#next ?? this.#open;
    const { outbox } = this.#sender;
    const update = bytesOf(missing);
    const vector = bytesOf(serverVector);
    if (update) Y.applyUpdate(doc, update, this);
    if (this.#next) {
      this.#set(this.#next);
      this.#next = undefined;
      this.keepNow();
      this.#listen();
    }
    if (!this.#hasAdopted) this.#adopt();
    if (this.#isMending) outbox.clear();
    if (vector && (this.#isMending || (outbox.isEmpty && lacks(vector, doc)))) {
      outbox.add(Y.encodeStateAsUpdate(doc, vector));
    }
    if (outbox.isEmpty) this.#joiner.succeeded();
    this.#cursors?.joined();
    this.#enter("joined", { revision: this.#newest(body) });
    this.#sender.start();
  }

  /** What this user left here when the page, or the session, was gone before an acknowledgement came. */
  #adopt(): void {
    this.#hasAdopted = true;
    const { doc } = this.#open;
    const { outbox } = this.#sender;
    const since = outbox.all;
    outbox.clear();
    for (const update of this.#kept.adopt()) {
      try {
        Y.applyUpdate(doc, update, this);
        outbox.add(update);
      } catch {
        // Not ours: somebody else has written under this key.
      }
    }
    for (const update of since) outbox.add(update);
  }

  /** Applies an update of someone else, after the text that is being composed here. */
  #takeComposed(number: unknown, update: Uint8Array | undefined): void {
    if (!this.#composition.isActive) {
      this.#take(number, update);
      return;
    }
    const line = this.#line;
    void this.#composition.ended().then(() => {
      // A lost line is followed by a join, which brings all that is missing.
      if (line === this.#line) this.#take(number, update);
    });
  }

  #take(number: unknown, update: Uint8Array | undefined): void {
    const { doc } = this.#open;
    try {
      if (update) Y.applyUpdate(doc, update, this);
    } catch {
      this.#join();
      return;
    }
    this.#set({ revision: this.#newest({ number }) });
    // Something before it is missing here.
    const isMissing = doc.store.pendingStructs !== null || doc.store.pendingDs !== null;
    if (this.#phase === "joined" && isMissing) this.#join();
  }

  // --- where it stands ---

  #lose(phase: "down" | "refused"): void {
    this.#line += 1;
    this.#joiner.stop();
    this.#sender.stop();
    this.#cursors?.lost();
    this.#enter(phase);
  }

  #tryLater(): void {
    this.#sender.pause();
    this.#joiner.later();
    this.#enter("waiting");
  }

  #enter(phase: Phase, changes: Partial<OpenDocument> = {}): void {
    this.#phase = phase;
    const about = { isLocked: this.#isLocked, failures: this.#joiner.failures };
    this.#set({ ...changes, state: stateIn(phase, this.#open.state, about) });
  }

  #saved(state: LinkState): OpenDocument["saved"] {
    if (this.#sender.outbox.isEmpty) return "saved";
    const isTrying = this.#phase === "joined" || (state === "loading" && this.#phase !== "down");
    return isTrying ? "saving" : "failed";
  }

  #newest(body: unknown): number {
    const number = isBody(body) ? body.number : undefined;
    return typeof number === "number" ? Math.max(number, this.#open.revision) : this.#open.revision;
  }

  #set(changes: Partial<Omit<OpenDocument, "saved">>): void {
    const next = { ...changes, saved: this.#saved(changes.state ?? this.#open.state) };
    const names = Object.keys(next) as (keyof typeof next)[];
    if (names.every((name) => this.#open[name] === next[name])) return;
    this.#open = { ...this.#open, ...next };
    for (const told of this.#told) told();
  }
}

/** Whether a document has something that one with this state vector has not; what is deleted is not looked at. */
function lacks(vector: Uint8Array, doc: Y.Doc): boolean {
  const theirs = Y.decodeStateVector(vector);
  const mine = Y.decodeStateVector(Y.encodeStateVector(doc));
  return [...mine].some(([client, clock]) => clock > (theirs.get(client) ?? 0));
}
