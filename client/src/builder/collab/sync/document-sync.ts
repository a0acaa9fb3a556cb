/**
 * Keeps a document in sync with the server while several users edit it (docs/architecture/realtime.md).
 *
 * - Local changes are sent one update at a time; changes made in between form the next update. Updates are stored in
 *   this browser until the server acknowledges them.
 * - It rejoins after every connect, and whenever an update might have been missed. The server returns the changes
 *   missing here, and the client sends the changes missing on the server.
 * - If the server rejects an update, the client discards it and all later local changes. A new document with the
 *   server's version replaces the current one, and `refusal` describes the rejection. Until the server's version has
 *   arrived, the state is `restoring` and the document must not be edited.
 */
import { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import { type Enclosure, History } from "../history";
import { DOCUMENT_MAPS } from "../maps";
import { Composition } from "./composition";
import { CursorRelay } from "./cursor-relay";
import { Joiner } from "./joiner";
import type { Outbox } from "./outbox";
import { isBody, type Transport, toBytes } from "./transport";
import { type CallOutcome, parseOutcome, UpdateSender } from "./update-sender";
import type { UpdateStorage } from "./update-storage";

/** Interval at which a joined client compares its state with the server's, to repair gaps that no one noticed. */
export const COMPARE_INTERVAL_MS = 20_000;
/** Delay between a change and the next write of the local copy; changes in between share that write. */
const STORE_DELAY_MS = 100;

/** Error codes of temporary failures: the update itself was not rejected. */
const TRANSIENT_ERROR_CODES = new Set(["tooManyRequests", "serverException"]);

export interface Rejection {
  readonly code: string;
  /** Distinguishes a rejection from the one that it replaces. */
  readonly number: number;
  /** The document with the rejected changes, to copy text from. */
  readonly doc: Y.Doc;
}

/** Progress of joining the document on the server. The sender runs only while `joined`. */
type Phase =
  // Before `open` and after `close`.
  | "closed"
  // A join request is pending, or follows the one that is.
  | "joining"
  | "joined"
  // An attempt failed. The next one is scheduled or pending.
  | "waiting"
  // There is no connection. The next connection starts with a join.
  | "down"
  // The server denies access. The client tries again when permissions might have changed.
  | "refused";

export type DocumentSyncState = "loading" | "ready" | "restoring" | "offline" | "refused" | "locked";

/** The state of the document once its `DocumentSync` has entered `phase`. */
function getStateInPhase(
  phase: Phase,
  state: DocumentSyncState,
  { isLocked = false, failures = 0 } = {},
): DocumentSyncState {
  switch (phase) {
    case "joined":
      return isLocked ? "locked" : "ready";
    case "refused":
      return "refused";
    // Only a document that was editable stays editable offline: other states collect no changes.
    case "down":
      return state === "ready" ? "offline" : state;
    // A single failure is not shown.
    case "waiting":
      return state === "ready" && failures > 1 ? "offline" : state;
    case "joining":
    case "closed":
      return state;
  }
}

export interface OpenDocument {
  /** Replaced after a rejection. Components bound to the previous document then render again. */
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly history: History;
  readonly state: DocumentSyncState;
  readonly saved: "saved" | "saving" | "failed";
  /** Milliseconds since 1970; undefined before the first acknowledgement. */
  readonly savedAt: number | undefined;
  /** Number of the newest change known here. */
  readonly revision: number;
  /** The latest rejection, until the user dismisses it. */
  readonly refusal: Rejection | undefined;
}

type DocumentParts = Pick<OpenDocument, "doc" | "awareness" | "history">;

function createDocumentParts(maps: readonly string[]): DocumentParts {
  const doc = new Y.Doc();
  return { doc, awareness: new Awareness(doc), history: new History(doc, [], maps) };
}

/** Open `DocumentSync`s by room: only the last one of a connection to close leaves the room. */
const openRooms = new WeakMap<Transport, Map<string, number>>();

function changeOpenCount(wire: Transport, room: string, change: number): number {
  const rooms = openRooms.get(wire) ?? new Map<string, number>();
  const count = (rooms.get(room) ?? 0) + change;
  openRooms.set(wire, rooms.set(room, count));
  return count;
}

export class DocumentSync {
  readonly #wire: Transport;
  readonly #room: string;
  readonly #kept: UpdateStorage;
  readonly #composition: Composition;
  readonly #maps: readonly string[];
  readonly #told = new Set<() => void>();
  readonly #joiner = new Joiner(
    () => this.#askToJoin(),
    (answer) => this.#onAnswer(answer),
  );
  readonly #sender = new UpdateSender(
    (update) => this.#tell(update),
    (outcome) => this.#onOutcome(outcome),
  );
  #open: OpenDocument;
  #phase: Phase = "closed";
  /** Replaces the rejected document once the server's version has arrived. */
  #next: DocumentParts | undefined;
  #cursors: CursorRelay | undefined;
  #stops: (() => void)[] = [];
  /** Whether the server has locked the document against changes. */
  #isLocked = false;
  /** Whether the updates that this user left in the browser were adopted. */
  #hasAdopted = false;
  /** The server lacked changes that an update builds on. The next update contains everything the server lacks. */
  #isMending = false;
  /** Updates of the step of undo or redo that is running. */
  #stepUpdates: Uint8Array[] | undefined;
  /** Increases on disconnect, loss of access, rejection and close. Async work started before is then discarded. */
  #line = 0;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    wire: Transport,
    room: string,
    kept: UpdateStorage,
    composition = new Composition(),
    maps: readonly string[] = DOCUMENT_MAPS,
  ) {
    this.#wire = wire;
    this.#room = room;
    this.#kept = kept;
    this.#composition = composition;
    this.#maps = maps;
    this.#open = {
      ...createDocumentParts(maps),
      state: "loading",
      saved: "saved",
      savedAt: undefined,
      revision: 0,
      refusal: undefined,
    };
  }

  /** The current document with its state; the same object until a property changes. */
  readonly current = (): OpenDocument => this.#open;

  readonly subscribe = (told: () => void): (() => void) => {
    this.#told.add(told);
    return () => this.#told.delete(told);
  };

  /** Joins the room, and stays joined until `close`. */
  open(): void {
    const wire = this.#wire;
    changeOpenCount(wire, this.#room, 1);
    // A reopened one starts with an empty document.
    if (this.#line > 0) this.#set({ ...createDocumentParts(this.#maps), state: "loading" });
    this.#line += 1;
    this.#hasAdopted = false;
    this.#listen();
    const compare = setInterval(() => this.#phase === "joined" && this.#join(), COMPARE_INTERVAL_MS);
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
        forRoom(({ number }, bytes) => this.#takeComposed(number, toBytes(bytes))),
      ),
      wire.hear(
        "doc:awareness",
        forRoom((_body, bytes) => {
          const state = toBytes(bytes);
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

  /** Sends the remaining updates and leaves the room. It can be opened again with a new document. */
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

  /** Writes the local copy immediately: the page might be about to close. */
  keepNow(): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = undefined;
    // While restoring, the rejected updates stay in the copy: after a reload they are sent and rejected again.
    if (this.#hasAdopted && !this.#next) this.#kept.keep(this.#sender.outbox.all);
  }

  /** Sends the waiting updates immediately; joins first if it has not joined. */
  saveNow(): void {
    this.#joiner.succeeded();
    if (this.#phase === "joined") this.#sender.hurry();
    else this.#join();
  }

  /** Dismisses the rejection. */
  readonly putAway = (): void => this.#set({ refusal: undefined });

  // --- local changes ---

  #listen(): void {
    const { doc, awareness, history } = this.#open;
    doc.on("update", this.#onChange);
    history.encloseSteps(this.#sendStepAsOne);
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
    if (this.#stepUpdates) this.#stepUpdates.push(update);
    else this.#send(update);
  };

  /** The server would reject a step that exceeds a limit before the update that reverses it arrives. */
  readonly #sendStepAsOne: Enclosure = (step) => {
    const updates: Uint8Array[] = [];
    this.#stepUpdates = updates;
    try {
      return step();
    } finally {
      this.#stepUpdates = undefined;
      if (updates.length > 0) this.#send(Y.mergeUpdates(updates));
    }
  };

  #send(update: Uint8Array): void {
    this.#sender.add(update);
    this.#keepTimer ??= setTimeout(() => this.keepNow(), STORE_DELAY_MS);
    this.#set({});
  }

  async #tell(update: Uint8Array): Promise<readonly unknown[] | undefined> {
    return await this.#wire.call("doc:update", this.#room, update);
  }

  #onOutcome(outcome: CallOutcome): void {
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
    } else if (code === undefined || code === "noEntity" || TRANSIENT_ERROR_CODES.has(code)) {
      this.#tryLater();
    } else {
      this.#takeBack(code);
    }
  }

  /** Sends the remaining updates after `close` until one fails. Undelivered updates stay in the local copy. */
  async #leave(rest: Outbox, isJoined: boolean): Promise<void> {
    const line = this.#line;
    for (let update = rest.take(); isJoined && update; update = rest.take()) {
      if (parseOutcome(await this.#tell(update)).kind !== "delivered") break;
      rest.delivered();
      // A changed line means that it was opened again and owns the local copy.
      if (line === this.#line) this.#kept.keep(rest.all);
    }
    if (changeOpenCount(this.#wire, this.#room, -1) > 0) return;
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
    this.#next = createDocumentParts(this.#maps);
    this.#phase = "joining";
    this.#set({ refusal: { code, number, doc: this.#open.doc }, state: "restoring" });
    this.#joiner.now();
  }

  // --- messages from the server ---

  /** Joins the room. If it is joined already, compares its state with the server's. */
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
    const outcome = parseOutcome(answer);
    if (outcome.kind === "delivered") this.#joined(answer ?? []);
    else if (outcome.kind === "refused" && !TRANSIENT_ERROR_CODES.has(outcome.code)) this.#lose("refused");
    else this.#tryLater();
  }

  #joined([body, missing, serverVector]: readonly unknown[]): void {
    const { doc } = this.#next ?? this.#open;
    const { outbox } = this.#sender;
    const update = toBytes(missing);
    const vector = toBytes(serverVector);
    if (update) Y.applyUpdate(doc, update, this);
    if (this.#next) {
      this.#set(this.#next);
      this.#next = undefined;
      this.keepNow();
      this.#listen();
    }
    if (!this.#hasAdopted) this.#adopt();
    if (this.#isMending) {
      // An update still in flight must not be acknowledged for the one that replaces it.
      this.#sender.stop();
      outbox.clear();
    }
    if (vector && (this.#isMending || (outbox.isEmpty && isMissingChanges(vector, doc)))) {
      outbox.add(Y.encodeStateAsUpdate(doc, vector));
    }
    if (outbox.isEmpty) this.#joiner.succeeded();
    this.#cursors?.joined();
    this.#enter("joined", { revision: this.#newest(body) });
    this.#sender.start();
  }

  /** Adopts the updates that this user left in the browser when a page or session ended without an acknowledgement. */
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
        // Something other than an update was stored under this key.
      }
    }
    for (const update of since) outbox.add(update);
  }

  /** Applies an update from another client, after any text composition (IME) here has ended. */
  #takeComposed(number: unknown, update: Uint8Array | undefined): void {
    if (!this.#composition.isActive) {
      this.#take(number, update);
      return;
    }
    const line = this.#line;
    void this.#composition.ended().then(() => {
      // A lost connection is followed by a join, which delivers all missing changes.
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
    // An earlier update is missing here.
    const isMissing = doc.store.pendingStructs !== null || doc.store.pendingDs !== null;
    if (this.#phase === "joined" && isMissing) this.#join();
  }

  // --- phase and state ---

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
    this.#set({ ...changes, state: getStateInPhase(phase, this.#open.state, about) });
  }

  #saved(state: DocumentSyncState): OpenDocument["saved"] {
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

/** Whether `doc` has changes that the state vector lacks. Deletions are not compared. */
function isMissingChanges(vector: Uint8Array, doc: Y.Doc): boolean {
  const theirs = Y.decodeStateVector(vector);
  const mine = Y.decodeStateVector(Y.encodeStateVector(doc));
  return [...mine].some(([client, clock]) => clock > (theirs.get(client) ?? 0));
}
