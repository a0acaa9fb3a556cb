import type { QueryClient } from "@tanstack/react-query";
import type { Socket } from "socket.io-client";
import { type EventHandler, type EventMap, isObject, mergeEvents, SeenEvents } from "./events";
import type { Rooms } from "./rooms";

/** A question that was not answered is asked again, or given up, after this long. */
const ACK_MS = 5000;
/** A line that answers nothing for this long after the page woke up is dead, whatever it says of itself. */
export const PROBE_MS = 4000;

/** A fetch that ends at a moment may have been answered so much earlier. */
const LONGEST_FETCH_MS = 3000;

/** Events that fail can be frequent: all data is fetched again at most this often. */
const REFETCH_MS = 10_000;

export type LinkWord = "connected" | "disconnected" | "woke";

interface Options {
  readonly client: QueryClient;
  readonly events: readonly EventMap[];
  readonly rooms: Rooms;
  readonly onState: (word: LinkWord) => void;
  /** Runs after every connect, recovered or not. */
  readonly onUp: () => void;
  /** The server refuses the token: the session is over. */
  readonly onRefused: () => void;
  /** Everything that is told beside events of apps, such as the deltas of documents. */
  readonly onWord?: (name: string, values: readonly unknown[]) => void;
}

/** One signed-in socket, from its first connect to its end. */
export class Connection {
  readonly #socket: Socket;
  readonly #options: Options;
  readonly #handlers: ReadonlyMap<string, readonly EventHandler[]>;
  readonly #seen = new SeenEvents();
  readonly #startedAt = Date.now();
  /** Names of events whose handler failed. */
  readonly #failed = new Set<string>();
  #refetchedAt = 0;
  #wasConnected = false;
  #isProbing = false;
  #isStopped = false;

  constructor(socket: Socket, options: Options) {
    this.#socket = socket;
    this.#options = options;
    this.#handlers = mergeEvents(options.events);
    socket.on("connect", () => this.#connected());
    socket.on("disconnect", (reason) => {
      options.onState("disconnected");
      // The server closed it on purpose; the client library would not come back by itself.
      if (reason === "io server disconnect") socket.connect();
    });
    socket.on("connect_error", () => {
      options.onState("disconnected");
      // `active` is false when the server itself refused the handshake.
      if (!socket.active) options.onRefused();
    });
    socket.on("room:left", (word: unknown) => {
      if (isObject(word)) options.rooms.refused(String(word.room));
    });
    socket.on("room:reviewed", () => {
      for (const room of options.rooms.allRefused()) this.join(room);
    });
    // Something was published between a page's first fetches and the first connect.
    socket.on("link:missed", () => void options.client.invalidateQueries());
    // A trailing string is the recovery offset of Socket.IO, not ours.
    socket.onAny((name: string, ...values: unknown[]) => {
      this.#take(name, values[0]);
      if (!this.#isStopped) options.onWord?.(name, values);
    });
  }

  /** Milliseconds since the oldest data of this page were true, for the first connect; undefined for all others. */
  ageMs(): number | undefined {
    if (this.#wasConnected) return undefined;
    const fetched = this.#options.client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt)
      .filter((moment) => moment > 0);
    return Date.now() - Math.min(this.#startedAt, ...fetched) + LONGEST_FETCH_MS;
  }

  start(): void {
    this.#socket.connect();
  }

  stop(): void {
    this.#socket.removeAllListeners();
    this.#isStopped = true;
    this.#socket.disconnect();
  }

  /** The page is seen again, or the network is back: a line that died in its sleep doesn't know it yet. */
  wake(): void {
    this.#options.onState("woke");
    const { connected, io } = this.#socket;
    if (!connected || this.#isProbing) return;
    const asked = io.engine;
    this.#isProbing = true;
    this.#socket.timeout(PROBE_MS).emit("link:probe", (timedOut: Error | null) => {
      this.#isProbing = false;
      // Closed, it reconnects by itself; another engine is another line.
      if (timedOut && io.engine === asked) asked.close();
    });
  }

  /** Asks until the server answers; a refusal is an answer, and the screen's own call tells the user of it. */
  join(room: string): void {
    const { rooms } = this.#options;
    if (!this.#socket.connected) return;
    this.#socket.timeout(ACK_MS).emit("room:join", room, (timedOut: Error | null, answer?: unknown) => {
      if (!rooms.has(room)) return;
      if (timedOut) {
        this.join(room);
        return;
      }
      if (isObject(answer) && typeof answer.code === "string") rooms.refused(room);
      rooms.joined(room);
    });
  }

  leave(room: string): void {
    if (this.#socket.connected) this.#socket.emit("room:leave", room);
  }

  /** The server's answer; undefined when there is none, or a refusal. */
  async ask(name: string, body: unknown): Promise<Readonly<Record<string, unknown>> | undefined> {
    if (!this.#socket.connected) return undefined;
    const answer: unknown = await this.#socket
      .timeout(ACK_MS)
      .emitWithAck(name, body)
      .catch(() => undefined);
    return isObject(answer) && typeof answer.code !== "string" ? answer : undefined;
  }

  /** All that the server answers, bytes included, a refusal too; undefined when no answer came. */
  async call(name: string, values: readonly unknown[]): Promise<readonly unknown[] | undefined> {
    if (!this.#socket.connected) return undefined;
    return await new Promise((resolve) => {
      this.#socket.timeout(ACK_MS).emit(name, ...values, (timedOut: Error | null, ...answer: readonly unknown[]) => {
        resolve(timedOut ? undefined : answer);
      });
    });
  }

  #connected(): void {
    const { client, rooms, onState, onUp } = this.#options;
    // What was missed is replayed, or it is not: then everything on screen is fetched again. After the first connect
    // the server says whether that is necessary.
    if (!this.#socket.recovered && this.#wasConnected) void client.invalidateQueries();
    this.#wasConnected = true;
    onState("connected");
    for (const room of rooms.all()) this.join(room);
    onUp();
  }

  /** Kept events come as `{eventId, data}`, passing ones as `{data}`. */
  #take(name: string, message: unknown): void {
    if (this.#isStopped || !isObject(message)) return;
    const { eventId, data } = message;
    if (!isObject(data) || !this.#seen.accept(eventId)) return;
    for (const handler of this.#handlers.get(name) ?? []) this.#run(name, handler, data);
  }

  /** A handler can fail if the page is older than the server: the payload may have changed. */
  #run(name: string, handler: EventHandler, data: object): void {
    const { client } = this.#options;
    try {
      handler(client, data);
    } catch (error) {
      if (!this.#failed.has(name)) reportError(error);
      this.#failed.add(name);
      if (Date.now() - this.#refetchedAt < REFETCH_MS) return;
      this.#refetchedAt = Date.now();
      void client.invalidateQueries({}, { cancelRefetch: false });
    }
  }
}
