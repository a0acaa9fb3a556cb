/**
 * Editors that play on one document through the product's own DocumentSync, lose their lines, leave without a word and
 * come back; told what to do by lines of JSON (bench/prove/coediting.py).
 *
 *     node --import ./hooks.mjs editors.ts
 */
import { createInterface } from "node:readline";
import type { QueryClient } from "@tanstack/react-query";
import { io, type Socket } from "socket.io-client";
import * as Y from "yjs";
import { getGlobals } from "@/builder/collab/maps";
import { DocumentSync } from "@/builder/collab/sync/document-sync";
import { getErrorCode, type Transport } from "@/builder/collab/sync/transport";
import { UpdateStorage } from "@/builder/collab/sync/update-storage";
import type { TreeEditing } from "@/builder/tree/editing";
import { readSnapshot } from "@/builder/tree/model/snapshot";
import { listViolations, STRUCTURES } from "@/builder/tree/tests/structures";
import { Connection } from "@/lib/socket/connection";
import type { ServerMessageListener } from "@/lib/socket/link";
import { Rooms } from "@/lib/socket/rooms";
import { buildOutline, createRandom, getState, runRandomCommand, serializeContent } from "./random-commands";

interface Endpoint {
  readonly url: string;
  readonly token: string;
}

interface OpenRequest {
  readonly seed: number;
  readonly document: string;
  readonly places: readonly Endpoint[];
}

/** Between two commands of an editor. */
const PAUSE_RANGE_MS = [120, 520] as const;
const MAX_NODES = 250;
const IDLE_CHECK_MS = 250;
const MARK_ORIGIN = Symbol("mark");

/** What a browser keeps; one for all, since every editor has a name of its own in it. */
const browserStorage = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    get length() {
      return browserStorage.size;
    },
    key: (at: number) => [...browserStorage.keys()][at] ?? null,
    getItem: (key: string) => browserStorage.get(key) ?? null,
    setItem: (key: string, value: string) => void browserStorage.set(key, value),
    removeItem: (key: string) => void browserStorage.delete(key),
  },
});

const client = { invalidateQueries: () => Promise.resolve() } as unknown as QueryClient;
const counts = { acts: 0, drops: 0, outages: 0, reloads: 0, crashes: 0, acks: 0, unanswered: 0 };
const rejections = new Map<string, number>();
/** How far the server has acknowledged what each replica wrote. */
const acknowledgedClocks = new Map<number, number>();
/** A setting of the whole that nobody writes over or undoes, and where in what its replica wrote. */
const marks: { readonly name: string; readonly client: number; readonly clock: number }[] = [];

/** A tab: its line and its document, until it is closed or falls. */
class Tab {
  readonly link: DocumentSync;
  readonly #socket: Socket;
  readonly #connection: Connection;
  readonly #up = new Set<() => void>();
  readonly #down = new Set<() => void>();
  readonly #words = new Map<string, Set<ServerMessageListener>>();
  #isGone = false;

  constructor(name: string, { url, token }: Endpoint, document: string) {
    this.#socket = io(url, {
      path: "/socket.io/",
      transports: ["websocket"],
      auth: { token },
      extraHeaders: { origin: url },
      reconnectionDelayMax: 5000,
      autoConnect: false,
      forceNew: true,
    });
    this.#connection = new Connection(this.#socket, {
      client,
      events: [],
      rooms: new Rooms(),
      onState: (word) => word === "disconnected" && this.#tell(this.#down),
      onUp: () => this.#tell(this.#up),
      onRefused: () => countError("connection"),
      onWord: (word, values) => {
        for (const listener of this.#words.get(word) ?? []) listener(...values);
      },
    });
    const wire: Transport = {
      call: (word, ...values) => this.#call(word, values),
      hear: (word, listener) => addListener(this.#words, word, listener),
      onUp: (listener) => addItem(this.#up, listener),
      onDown: (listener) => addItem(this.#down, listener),
    };
    const updates = new UpdateStorage(document, { prefix: "em_", teamId: "team", userId: name });
    const keep = updates.keep.bind(updates);
    // What has fallen writes nothing any more.
    updates.keep = (all) => this.#isGone || keep(all);
    this.link = new DocumentSync(wire, `document:${document}`, updates);
    this.link.open();
    this.#connection.start();
  }

  get editing(): TreeEditing {
    return { ...this.link.current(), structure: STRUCTURES.rows };
  }

  /** The line is lost, and comes back by itself. */
  drop(): void {
    this.#socket.io.engine?.close();
  }

  /** Away from the net for a while. */
  async away(milliseconds: number): Promise<void> {
    this.#socket.disconnect();
    this.#tell(this.#down);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (!this.#isGone) this.#socket.connect();
  }

  /** Leaves the page as a browser does; what is not acknowledged stays in it. */
  leave(): void {
    this.link.close();
    this.fall();
  }

  /** Without a word: the machine is off. */
  fall(): void {
    this.#isGone = true;
    this.#connection.stop();
    this.#up.clear();
    this.#down.clear();
    this.#words.clear();
  }

  async #call(word: string, values: readonly unknown[]): Promise<readonly unknown[] | undefined> {
    if (this.#isGone) return undefined;
    const answer = await this.#connection.call(word, values);
    const code = getErrorCode(answer?.[0]);
    if (code !== undefined) countError(code);
    if (word !== "doc:update") return answer;
    if (!answer) counts.unanswered += 1;
    else if (code === undefined) recordAcknowledged(values[1] as Uint8Array);
    return answer;
  }

  #tell(listeners: ReadonlySet<() => void>): void {
    for (const listener of listeners) listener();
  }
}

/** Somebody who plays, in one tab after the other. */
class Editor {
  tab: Tab;
  isPlaying = false;
  readonly #name: string;
  readonly #place: Endpoint;
  readonly #document: string;
  readonly #roll: () => number;
  #marks = 0;
  #isAway = false;

  constructor(name: string, place: Endpoint, document: string, seed: number) {
    this.#name = name;
    this.#place = place;
    this.#document = document;
    this.#roll = createRandom(seed);
    this.tab = this.#opened();
  }

  #opened(): Tab {
    return new Tab(this.#name, this.#place, this.#document);
  }

  play(): void {
    this.isPlaying = true;
    this.#next();
  }

  #next(): void {
    const [least, most] = PAUSE_RANGE_MS;
    setTimeout(
      () => {
        if (!this.isPlaying) return;
        this.#turn();
        this.#next();
      },
      least + this.#roll() * (most - least),
    );
  }

  #turn(): void {
    if (this.tab.link.current().state !== "loading") this.#act();
    const chance = this.#roll();
    if (this.#isAway) return;
    if (chance < 0.02) {
      counts.drops += 1;
      this.tab.drop();
    } else if (chance < 0.03) {
      counts.outages += 1;
      this.#isAway = true;
      void this.tab.away(300 + this.#roll() * 4000).then(() => {
        this.#isAway = false;
      });
    } else if (chance < 0.036) {
      counts.reloads += 1;
      this.tab.leave();
      this.tab = this.#opened();
    } else if (chance < 0.04) {
      counts.crashes += 1;
      this.tab.fall();
      this.tab = this.#opened();
    }
  }

  #act(): void {
    const { editing } = this.tab;
    counts.acts += 1;
    if (this.#roll() < 0.2) this.#mark(editing.doc);
    else runRandomCommand(editing, this.#roll, "rows", MAX_NODES);
  }

  #mark(doc: Y.Doc): void {
    this.#marks += 1;
    const name = `mark ${this.#name}.${this.#marks}`;
    doc.transact(() => getGlobals(doc).set(name, this.#marks), MARK_ORIGIN);
    marks.push({ name, client: doc.clientID, clock: Y.getState(doc.store, doc.clientID) });
  }
}

function addItem<Each>(all: Set<Each>, one: Each): () => void {
  all.add(one);
  return () => void all.delete(one);
}

function addListener<Each>(all: Map<string, Set<Each>>, key: string, one: Each): () => void {
  const set = all.get(key) ?? new Set();
  all.set(key, set);
  return addItem(set, one);
}

function countError(code: string): void {
  rejections.set(code, (rejections.get(code) ?? 0) + 1);
}

function recordAcknowledged(update: Uint8Array): void {
  counts.acks += 1;
  for (const struct of Y.decodeUpdate(update).structs) {
    const { client: by, clock } = struct.id;
    acknowledgedClocks.set(by, Math.max(acknowledgedClocks.get(by) ?? 0, clock + struct.length));
  }
}

let editors: Editor[] = [];

function open({ seed, document, places }: OpenRequest): void {
  editors = places.map((place, at) => new Editor(String(at), place, document, seed * 1000 + at));
}

/** Tells once everybody has everything, and nothing waits. */
function reportWhenIdle(): void {
  const states = editors.map(({ tab }) => tab.link.current());
  const isAtRest = states.every(({ state, saved }) => state === "ready" && saved === "saved");
  const isSame = new Set(states.map(({ doc }) => JSON.stringify(getState(doc)))).size === 1;
  if (isAtRest && isSame) sendOutput({ settled: true });
  else setTimeout(reportWhenIdle, IDLE_CHECK_MS);
}

/** What everybody has in the end, beside what the database has (`whole`). */
function report({ whole }: { readonly whole: string }): void {
  const base = new Y.Doc();
  Y.applyUpdate(base, Buffer.from(whole, "base64"));
  const [state, said, settings] = [getState(base), serializeContent(base), getGlobals(base)];
  const lost = [...acknowledgedClocks].filter(([by, clock]) => (state[by] ?? 0) < clock).length;
  const sure = marks.filter(({ client: by, clock }) => (acknowledgedClocks.get(by) ?? 0) >= clock);
  sendOutput({
    counts,
    refusals: Object.fromEntries(rejections),
    marks: marks.length,
    sure: sure.length,
    lost,
    lostMarks: sure.filter(({ name }) => !settings.has(name)).map(({ name }) => name),
    editors: editors.map(({ tab }) => {
      const { doc, state: line, saved } = tab.link.current();
      return {
        line,
        saved,
        state: JSON.stringify(getState(doc)) === JSON.stringify(state),
        content: serializeContent(doc) === said,
      };
    }),
    state,
    tree: buildOutline(readSnapshot(base, STRUCTURES.rows)),
    faults: listViolations(readSnapshot(base, STRUCTURES.rows)).map(({ branch }) => branch.id),
  });
}

function sendOutput(what: object): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

const HANDLERS: Readonly<Record<string, (given: never) => void>> = {
  open,
  play: () => {
    for (const editor of editors) editor.play();
  },
  rest: () => {
    for (const editor of editors) editor.isPlaying = false;
    reportWhenIdle();
  },
  report,
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const given = JSON.parse(line) as { readonly op: string };
  HANDLERS[given.op]?.(given as never);
});
