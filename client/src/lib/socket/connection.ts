import type { QueryClient } from "@tanstack/react-query";
import type { Socket } from "socket.io-client";
import { type EventHandler, type EventMap, isObject, mergeEvents, SeenEvents } from "./events";
import type { Rooms } from "./rooms";

/** Time to wait for an acknowledgement before a request is repeated or given up. */
const ACK_TIMEOUT_MS = 5000;
/** A connection that does not acknowledge a probe within this time of waking is dead, whatever its state says. */
export const PROBE_TIMEOUT_MS = 4000;

/** The data of a fetch can be this much older than the end of the fetch. */
const MAX_FETCH_MS = 3000;

/** Event handlers can fail often; all data is refetched at most this often. */
const MIN_REFETCH_INTERVAL_MS = 10_000;

export type LinkEventType = "connected" | "disconnected" | "woke";

interface Options {
  readonly client: QueryClient;
  readonly events: readonly EventMap[];
  readonly rooms: Rooms;
  readonly onState: (word: LinkEventType) => void;
  /** Runs after every connect, recovered or not. */
  readonly onUp: () => void;
  /** The server rejected the token: the session is over. */
  readonly onRefused: () => void;
  /** Receives every event, including those of no app, such as the deltas of documents. */
  readonly onWord?: (name: string, values: readonly unknown[]) => void;
}

/** The socket of one signed-in session, from its first connect to its end. */
export class Connection {
  readonly #socket: Socket;
  readonly #options: Options;
  readonly #handlers: ReadonlyMap<string, readonly EventHandler[]>;
  readonly #seen = new SeenEvents();
  readonly #startedAt = Date.now();
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
      // The server closed it on purpose; the library does not reconnect in this case.
      if (reason === "io server disconnect") socket.connect();
    });
    socket.on("connect_error", () => {
      options.onState("disconnected");
      // `active` is false when the server itself rejected the handshake.
      if (!socket.active) options.onRefused();
    });
    socket.on("room:left", (word: unknown) => {
      if (isObject(word)) options.rooms.refused(String(word.room));
    });
    socket.on("room:reviewed", () => {
      for (const room of options.rooms.allRefused()) this.join(room);
    });
    // Something was published between the page's first fetches and the first connect.
    socket.on("link:missed", () => void options.client.invalidateQueries());
    // A trailing string is Socket.IO's recovery offset, not part of our message.
    socket.onAny((name: string, ...values: unknown[]) => {
      this.#receive(name, values[0]);
      if (!this.#isStopped) options.onWord?.(name, values);
    });
  }

  /** Maximum age in milliseconds of this page's data at the first connect; undefined for later ones. */
  ageMs(): number | undefined {
    if (this.#wasConnected) return undefined;
    const fetched = this.#options.client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt)
      .filter((moment) => moment > 0);
    return Date.now() - Math.min(this.#startedAt, ...fetched) + MAX_FETCH_MS;
  }

  start(): void {
    this.#socket.connect();
  }

  stop(): void {
    this.#socket.removeAllListeners();
    this.#isStopped = true;
    this.#socket.disconnect();
  }

  /**
   * Call when the page becomes visible or the network returns. A connection that died during sleep does not notice it.
   */
  wake(): void {
    this.#options.onState("woke");
    const { connected, io } = this.#socket;
    if (!connected || this.#isProbing) return;
    const engine = io.engine;
    this.#isProbing = true;
    this.#socket.timeout(PROBE_TIMEOUT_MS).emit("link:probe", (timedOut: Error | null) => {
      this.#isProbing = false;
      // After closing, the socket reconnects. A different engine is already a new connection.
      if (timedOut && io.engine === engine) engine.close();
    });
  }

  /** Repeats until the server responds. A rejection counts as a response: the screen's own call shows the error. */
  join(room: string): void {
    const { rooms } = this.#options;
    if (!this.#socket.connected) return;
    this.#socket.timeout(ACK_TIMEOUT_MS).emit("room:join", room, (timedOut: Error | null, answer?: unknown) => {
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

  /** The server's response; undefined without one or when it is an error. */
  async ask(name: string, body: unknown): Promise<Readonly<Record<string, unknown>> | undefined> {
    if (!this.#socket.connected) return undefined;
    const answer: unknown = await this.#socket
      .timeout(ACK_TIMEOUT_MS)
      .emitWithAck(name, body)
      .catch(() => undefined);
    return isObject(answer) && typeof answer.code !== "string" ? answer : undefined;
  }

  /** The raw response, including bytes and errors; undefined when none came. */
  async call(name: string, values: readonly unknown[]): Promise<readonly unknown[] | undefined> {
    if (!this.#socket.connected) return undefined;
    return await new Promise((resolve) => {
      this.#socket
        .timeout(ACK_TIMEOUT_MS)
        .emit(name, ...values, (timedOut: Error | null, ...answer: readonly unknown[]) => {
          resolve(timedOut ? undefined : answer);
        });
    });
  }

  #connected(): void {
    const { client, rooms, onState, onUp } = this.#options;
    // If the server did not replay missed events, everything on screen is refetched. After the first connect the server
    // says whether that is necessary.
    if (!this.#socket.recovered && this.#wasConnected) void client.invalidateQueries();
    this.#wasConnected = true;
    onState("connected");
    for (const room of rooms.all()) this.join(room);
    onUp();
  }

  /** Durable events arrive as `{eventId, data}`, ephemeral ones as `{data}`. */
  #receive(name: string, message: unknown): void {
    if (this.#isStopped || !isObject(message)) return;
    const { eventId, data } = message;
    if (!isObject(data) || !this.#seen.accept(eventId)) return;
    for (const handler of this.#handlers.get(name) ?? []) this.#run(name, handler, data);
  }

  /** A handler can fail if the page is older than the server, because the payload may have changed. */
  #run(name: string, handler: EventHandler, data: object): void {
    const { client } = this.#options;
    try {
      handler(client, data);
    } catch (error) {
      if (!this.#failed.has(name)) reportError(error);
      this.#failed.add(name);
      if (Date.now() - this.#refetchedAt < MIN_REFETCH_INTERVAL_MS) return;
      this.#refetchedAt = Date.now();
      void client.invalidateQueries({}, { cancelRefetch: false });
    }
  }
}
