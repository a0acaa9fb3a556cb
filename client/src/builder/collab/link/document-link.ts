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
import type { KeptUpdates } from "./kept-updates";
import { MOST_UPDATE_BYTES, Outbox } from "./outbox";
import { bytesOf, isBody, refusalIn, type Wire } from "./wire";

/** Both sides say what they have this often, should anything have gone wrong unseen. */
export const COMPARE_MS = 20_000;
/** Updates go out this far apart at least, so that a slider doesn't use up what a socket may say. */
export const LEAST_MS = 40;
/** What was not answered, or refused for now, is tried again after these; the last of them from then on. */
const PAUSES_MS = [500, 1000, 2000, 5000] as const;
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

export type LinkState = "loading" | "ready" | "restoring" | "offline" | "refused" | "locked";

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
  #outbox = new Outbox();
  readonly #told = new Set<() => void>();
  readonly #maps: readonly string[];
  #open: OpenDocument;
  /** What takes the place of a document that was taken back, once it is filled. */
  #next: Parts | undefined;
  #cursors: CursorRelay | undefined;
  #isClosed = false;
  #stops: (() => void)[] = [];
  #isJoined = false;
  #isAsking = false;
  #askAgain = false;
  #isLocked = false;
  #hasAdopted = false;
  /** The server lacked what an update stands on: what goes out next is all that it lacks. */
  #isMending = false;
  /** Grows with every loss of the line, and every new beginning: an answer to a former one counts for nothing. */
  #line = 0;
  #failures = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #joinTimer: ReturnType<typeof setTimeout> | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    wire: Wire,
    room: string,
    kept: KeptUpdates,
    composition = new Composition(),
    maps: readonly string[] = DOCUMENT_MAPS,
  ) {
    this.#maps = maps;
    this.#open = {
      ...fresh(maps),
      state: "loading",
      saved: "saved",
      savedAt: undefined,
      revision: 0,
      refusal: undefined,
    };
    this.#wire = wire;
    this.#room = room;
    this.#kept = kept;
    this.#composition = composition;
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
    if (this.#isClosed) this.#set({ ...fresh(this.#maps), state: "loading", saved: "saved" });
    this.#isClosed = false;
    this.#hasAdopted = false;
    this.#listen();
    const compare = setInterval(() => this.#isJoined && this.#join(), COMPARE_MS);
    const forRoom = (then: (body: Readonly<Record<string, unknown>>, bytes: unknown) => void) => {
      return (body: unknown, bytes?: unknown) => {
        if (isBody(body) && body.room === this.#room) then(body, bytes);
      };
    };
    this.#stops = [
      () => clearInterval(compare),
      wire.onUp(() => this.#join()),
      wire.onDown(() => this.#lost("offline")),
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
        forRoom(() => this.#lost("refused")),
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
    clearTimeout(this.#sendTimer);
    clearTimeout(this.#joinTimer);
    this.#sendTimer = undefined;
    this.#joinTimer = undefined;
    this.#unlisten();
    const rest = this.#outbox;
    this.#outbox = new Outbox();
    const wasJoined = this.#isJoined;
    this.#isJoined = false;
    this.#isAsking = false;
    this.#isClosed = true;
    this.#line += 1;
    void this.#leave(rest, wasJoined);
  }

  /** Writes the local copy at once: the page may be gone in a moment. */
  keepNow(): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    // While restoring, the rejected updates stay in the copy: after a reload they are sent and rejected again.
    if (this.#hasAdopted && !this.#next) this.#kept.keep(this.#outbox.all);
  }

  /** Sends at once what waits, or tries again what failed. */
  saveNow(): void {
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    this.#failures = 0;
    this.#sentAt = Number.NEGATIVE_INFINITY;
    if (this.#isJoined) this.#send();
    else this.#join();
  }

  /** The refusal was read. */
  readonly putAway = (): void => this.#set({ refusal: undefined });

  // --- what is written here ---

  #listen(): void {
    const { doc, awareness } = this.#open;
    doc.on("update", this.#changed);
    this.#cursors = new CursorRelay(this.#wire, this.#room, awareness);
  }

  #unlisten(): void {
    this.#open.doc.off("update", this.#changed);
    this.#open.history.destroy();
    this.#cursors?.stop();
    this.#cursors = undefined;
  }

  readonly #changed = (update: Uint8Array, origin: unknown): void => {
    if (origin === this) return;
    this.#outbox.add(update);
    this.#keepTimer ??= setTimeout(() => this.keepNow(), KEEP_MS);
    const isTrying = this.#isJoined || this.#open.state === "loading";
    this.#set({ saved: isTrying ? "saving" : "failed" });
    this.#send();
  };

  #send(): void {
    if (!this.#isJoined || this.#sendTimer !== undefined) return;
    const wait = this.#sentAt + LEAST_MS - Date.now();
    if (wait > 0) {
      this.#sendTimer = setTimeout(() => {
        this.#sendTimer = undefined;
        this.#send();
      }, wait);
      return;
    }
    const update = this.#outbox.take();
    if (update) void this.#deliver(update);
    else if (this.#outbox.isEmpty && this.#open.saved !== "saved") this.#set({ saved: "saved" });
  }

  async #deliver(update: Uint8Array): Promise<void> {
    const line = this.#line;
    this.#sentAt = Date.now();
    const answer = update.length > MOST_UPDATE_BYTES ? [{ code: "documentFull" }] : await this.#ask(update);
    // Lost with its line, it waits in the outbox again.
    if (line !== this.#line) return;
    const body = answer?.[0];
    const code = refusalIn(body);
    if (answer && code === undefined) {
      this.#delivered(body);
      return;
    }
    const isGap = code === "updateMalformed" && !this.#isMending;
    if (code !== undefined && code !== "noEntity" && !isGap && !FOR_NOW.has(code)) {
      this.#takeBack(code);
      return;
    }
    this.#outbox.failed();
    this.#set({ saved: "failed" });
    if (isGap) {
      this.#isMending = true;
      this.#isJoined = false;
      this.#join();
      return;
    }
    this.#joinLater();
  }

  async #ask(update: Uint8Array): Promise<readonly unknown[] | undefined> {
    return await this.#wire.call("doc:update", this.#room, update);
  }

  #delivered(body: unknown): void {
    this.#outbox.delivered();
    this.#isMending = false;
    this.#failures = 0;
    this.keepNow();
    this.#set({
      saved: this.#outbox.isEmpty ? "saved" : "saving",
      savedAt: Date.now(),
      revision: this.#newest(isBody(body) ? body.number : undefined),
    });
    this.#send();
  }

  /** On the way out: sends what is left, as long as the server answers. What isn't stays in the local copy. */
  async #leave(rest: Outbox, isJoined: boolean): Promise<void> {
    const line = this.#line;
    rest.failed();
    for (let update = rest.take(); isJoined && update; update = rest.take()) {
      const answer = await this.#ask(update);
      if (!answer || refusalIn(answer[0]) !== undefined) break;
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
    this.#outbox.clear();
    this.#unlisten();
    this.#line += 1;
    this.#isJoined = false;
    this.#isAsking = false;
    this.#next = fresh(this.#maps);
    this.#set({ refusal: { code, number, doc: this.#open.doc }, state: "restoring", saved: "saved" });
    this.#join();
  }

  // --- what the server says ---

  #join(): void {
    clearTimeout(this.#joinTimer);
    this.#joinTimer = undefined;
    if (this.#isAsking) {
      this.#askAgain = true;
      return;
    }
    this.#isAsking = true;
    void this.#askToJoin();
  }

  async #askToJoin(): Promise<void> {
    const line = this.#line;
    const { doc } = this.#next ?? this.#open;
    const about = { room: this.#room, client: doc.clientID };
    const answer = await this.#wire.call("doc:join", about, Y.encodeStateVector(doc));
    if (this.#composition.isActive) await this.#composition.ended();
    if (line !== this.#line) return;
    this.#isAsking = false;
    const code = refusalIn(answer?.[0]);
    if (answer && code === undefined) this.#joined(answer);
    else if (code !== undefined && !FOR_NOW.has(code)) this.#lost("refused");
    else this.#joinLater();
    if (this.#askAgain) {
      this.#askAgain = false;
      this.#join();
    }
  }

  #joined([body, missing, serverVector]: readonly unknown[]): void {
    const { doc } = this.#next ?? this.#open;
    const update = bytesOf(missing);
    const vector = bytesOf(serverVector);
    if (update) Y.applyUpdate(doc, update, this);
    if (this.#next) {
      this.#set(this.#next);
      this.#next = undefined;
      this.keepNow();
      this.#listen();
    }
    this.#isJoined = true;
    if (!this.#hasAdopted) this.#adopt();
    if (this.#isMending) this.#outbox.clear();
    if (vector && this.#isMending) this.#outbox.add(Y.encodeStateAsUpdate(doc, vector));
    if (vector && this.#outbox.isEmpty && lacks(vector, doc)) this.#outbox.add(Y.encodeStateAsUpdate(doc, vector));
    if (this.#outbox.isEmpty) this.#failures = 0;
    this.#cursors?.joined();
    this.#set({
      state: this.#isLocked ? "locked" : "ready",
      saved: this.#outbox.isEmpty ? "saved" : "saving",
      revision: this.#newest(isBody(body) ? body.number : undefined),
    });
    this.#send();
  }

  /** What this user left here when the page, or the session, was gone before an acknowledgement came. */
  #adopt(): void {
    this.#hasAdopted = true;
    const { doc } = this.#open;
    const since = this.#outbox.all;
    this.#outbox.clear();
    for (const update of this.#kept.adopt()) {
      try {
        Y.applyUpdate(doc, update, this);
        this.#outbox.add(update);
      } catch {
        // Not ours: somebody else has written under this key.
      }
    }
    for (const update of since) this.#outbox.add(update);
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
    this.#set({ revision: this.#newest(number) });
    // Something before it is missing here.
    if (this.#isJoined && (doc.store.pendingStructs !== null || doc.store.pendingDs !== null)) this.#join();
  }

  #lost(state: "offline" | "refused"): void {
    this.#line += 1;
    this.#isJoined = false;
    this.#isAsking = false;
    this.#askAgain = false;
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    this.#outbox.failed();
    this.#cursors?.lost();
    // Only a document that could be edited can be edited offline: no other state collects what is typed.
    const { state: current } = this.#open;
    const isKept = state === "offline" && current !== "ready";
    this.#set({ state: isKept ? current : state, saved: this.#outbox.isEmpty ? "saved" : "failed" });
  }

  #joinLater(): void {
    this.#isJoined = false;
    const pause = PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length - 1)];
    this.#failures += 1;
    if (this.#failures > 1 && this.#open.state === "ready") this.#set({ state: "offline" });
    this.#joinTimer ??= setTimeout(() => this.#join(), pause);
  }

  #newest(number: unknown): number {
    return typeof number === "number" ? Math.max(number, this.#open.revision) : this.#open.revision;
  }

  #set(changes: Partial<OpenDocument>): void {
    const names = Object.keys(changes) as (keyof OpenDocument)[];
    if (names.every((name) => this.#open[name] === changes[name])) return;
    this.#open = { ...this.#open, ...changes };
    for (const told of this.#told) told();
  }
}

/** Whether a document has something that one with this state vector has not; what is deleted is not looked at. */
function lacks(vector: Uint8Array, doc: Y.Doc): boolean {
  const theirs = Y.decodeStateVector(vector);
  const mine = Y.decodeStateVector(Y.encodeStateVector(doc));
  return [...mine].some(([client, clock]) => clock > (theirs.get(client) ?? 0));
}
