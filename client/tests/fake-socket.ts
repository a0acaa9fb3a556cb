import type { Socket } from "socket.io-client";

type Listener = (...values: unknown[]) => void;

interface SocketRequest {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly answer: (error: Error | null, ...body: unknown[]) => void;
}

/** Replaces socket.io's socket in tests: the test controls the network. */
export class FakeSocket {
  connected = false;
  recovered = false;
  active = true;
  readonly io = { engine: { close: () => this.drop("transport close") } };
  readonly asked: SocketRequest[] = [];
  connects = 0;
  isGone = false;
  readonly #listeners = new Map<string, Listener>();
  #any: Listener | undefined;

  get socket(): Socket {
    return this as unknown as Socket;
  }

  // --- controls of the network ---

  up(recovered = false): void {
    this.connected = true;
    this.recovered = recovered;
    this.#tell("connect");
  }

  drop(reason: string): void {
    this.connected = false;
    this.#tell("disconnect", reason);
  }

  refuse(isFinal: boolean): void {
    this.active = !isFinal;
    this.#tell("connect_error", new Error("refused"));
  }

  event(name: string, ...values: unknown[]): void {
    this.#any?.(name, ...values);
    this.#tell(name, ...values);
  }

  /** Removes and returns the oldest unanswered request of this name. */
  take(name: string): SocketRequest {
    const index = this.asked.findIndex((asked) => asked.name === name);
    const [asked] = index < 0 ? [] : this.asked.splice(index, 1);
    if (!asked) throw new Error(`${name} was not asked`);
    return asked;
  }

  rooms(name = "room:join"): unknown[] {
    return this.asked.filter((asked) => asked.name === name).map(({ values }) => values[0]);
  }

  // --- API used by the connection ---

  on(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }

  onAny(listener: Listener): void {
    this.#any = listener;
  }

  timeout(milliseconds: number) {
    const ask = (name: string, values: unknown[], answer: SocketRequest["answer"]) => {
      const timer = setTimeout(() => answer(new Error("timed out")), milliseconds);
      this.asked.push({
        name,
        values,
        answer: (error, ...body) => {
          clearTimeout(timer);
          answer(error, ...body);
        },
      });
    };
    return {
      emit: (name: string, ...rest: unknown[]) => ask(name, rest.slice(0, -1), rest.at(-1) as SocketRequest["answer"]),
      emitWithAck: (name: string, ...values: unknown[]) =>
        new Promise((resolve, reject) => {
          ask(name, values, (error, body) => (error ? reject(error) : resolve(body)));
        }),
    };
  }

  emit(name: string, ...values: unknown[]): void {
    this.asked.push({ name, values, answer: () => undefined });
  }

  connect(): void {
    this.connects += 1;
  }

  disconnect(): void {
    this.isGone = true;
    this.connected = false;
  }

  removeAllListeners(): void {
    this.#listeners.clear();
  }

  #tell(name: string, ...values: unknown[]): void {
    this.#listeners.get(name)?.(...values);
  }
}
