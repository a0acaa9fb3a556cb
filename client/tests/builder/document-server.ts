import * as Y from "yjs";
import type { Transport } from "@/builder/collab/sync/transport";

type Listener = (...values: readonly unknown[]) => void;

/** Stands for the server and the network of one document in tests: the test says what goes wrong. */
export class DocumentServer {
  readonly doc = new Y.Doc();
  readonly lines: TestTransport[] = [];
  number = 0;
  /** Codes with which the next updates are refused. */
  readonly refusals: string[] = [];
  /** Code with which every join is refused. */
  joinRefusal: string | undefined;
  /** Sizes of the updates that were stored. */
  readonly stored: number[] = [];

  line(): TestTransport {
    const line = new TestTransport(this);
    this.lines.push(line);
    return line;
  }

  /** The update is stored and goes to the others. */
  store(update: Uint8Array, from: TestTransport): number {
    Y.applyUpdate(this.doc, update);
    this.stored.push(update.length);
    this.number += 1;
    for (const line of this.lines) {
      if (line !== from && line.isOpen)
        line.tell("doc:update", { room: line.room, number: this.number }, toArrayBuffer(update));
    }
    return this.number;
  }
}

/** What comes by a socket is an ArrayBuffer of its own. */
function toArrayBuffer(update: Uint8Array): ArrayBuffer {
  return Uint8Array.from(update).buffer;
}

export class TestTransport implements Transport {
  readonly #server: DocumentServer;
  readonly #listeners = new Map<string, Set<Listener>>();
  isUp = true;
  isOpen = false;
  /** Answers wait until the test lets them go. */
  isSlow = false;
  /** The next answers get lost: what was asked has been done. */
  lost = 0;
  room = "";
  client = 0;
  readonly asked: string[] = [];
  readonly #held: (() => void)[] = [];

  constructor(server: DocumentServer) {
    this.#server = server;
  }

  // --- what the network does ---

  drop(): void {
    this.isUp = false;
    this.#close();
    for (const answer of this.#held.splice(0)) answer();
    this.tell("down");
  }

  comeBack(): void {
    this.isUp = true;
    this.tell("up");
  }

  /** Lets go what was held. */
  answer(): void {
    this.isSlow = false;
    for (const answer of this.#held.splice(0)) answer();
  }

  tell(name: string, ...values: readonly unknown[]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(...values);
  }

  // --- what the document uses ---

  readonly call = async (name: string, ...values: readonly unknown[]): Promise<readonly unknown[] | undefined> => {
    this.asked.push(name);
    if (!this.isUp) return undefined;
    const answer = this.#handle(name, values);
    if (this.isSlow) await new Promise<void>((resolve) => this.#held.push(resolve));
    if (this.lost > 0) {
      this.lost -= 1;
      return undefined;
    }
    return this.isUp ? answer : undefined;
  };

  readonly hear = (name: string, listener: Listener): (() => void) => {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  };

  readonly onUp = (listener: () => void): (() => void) => this.hear("up", listener);
  readonly onDown = (listener: () => void): (() => void) => this.hear("down", listener);

  #handle(name: string, [first, second]: readonly unknown[]): readonly unknown[] {
    const server = this.#server;
    switch (name) {
      case "doc:join": {
        if (server.joinRefusal) return [{ code: server.joinRefusal }];
        const { room, client } = first as { room: string; client: number };
        Object.assign(this, { isOpen: true, room, client });
        const missing = toArrayBuffer(Y.encodeStateAsUpdate(server.doc, second as Uint8Array));
        return [{ room, number: server.number }, missing, toArrayBuffer(Y.encodeStateVector(server.doc))];
      }
      case "doc:update": {
        if (!this.isOpen) return [{ code: "noEntity" }];
        const code = server.refusals.shift();
        if (code) return [{ code }];
        return [{ room: first, number: server.store(second as Uint8Array, this) }];
      }
      case "doc:awareness": {
        for (const line of server.lines) {
          if (line !== this && line.isOpen)
            line.tell("doc:awareness", { room: first }, toArrayBuffer(second as Uint8Array));
        }
        return [{ room: first }];
      }
      default:
        this.#close();
        return [{ room: first }];
    }
  }

  #close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const line of this.#server.lines) {
      if (line.isOpen) line.tell("doc:gone", { room: this.room, clients: [this.client] });
    }
  }
}
