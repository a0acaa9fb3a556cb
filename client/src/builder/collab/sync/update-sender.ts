import { MAX_UPDATE_BYTES, Outbox } from "./outbox";
import { getErrorCode } from "./transport";

/** Minimum time between two updates, so that dragging a slider does not use up the socket's rate limit. */
export const MIN_GAP_MS = 40;

type ServerResponse = readonly unknown[] | undefined;

/** Result of a call to the server. `unanswered` means that no response came. */
export type CallOutcome =
  | { readonly kind: "delivered"; readonly body: unknown }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "unanswered" };

export function parseOutcome(answer: ServerResponse): CallOutcome {
  const code = getErrorCode(answer?.[0]);
  if (code !== undefined) return { kind: "refused", code };
  return answer ? { kind: "delivered", body: answer[0] } : { kind: "unanswered" };
}

/** Sends the updates of its outbox one at a time while it is on. A failed delivery turns it off. */
export class UpdateSender {
  readonly #call: (update: Uint8Array) => Promise<ServerResponse>;
  readonly #onOutcome: (outcome: CallOutcome) => void;
  #outbox = new Outbox();
  #isOn = false;
  /** Increases when the response to the update in flight must be ignored. */
  #epoch = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(call: (update: Uint8Array) => Promise<ServerResponse>, onOutcome: (outcome: CallOutcome) => void) {
    this.#call = call;
    this.#onOutcome = onOutcome;
  }

  get outbox(): Outbox {
    return this.#outbox;
  }

  add(update: Uint8Array): void {
    this.#outbox.add(update);
    this.#send();
  }

  start(): void {
    this.#isOn = true;
    this.#send();
  }

  /** Sends the waiting updates without the minimum gap. */
  hurry(): void {
    this.#stopTimer();
    this.#sentAt = Number.NEGATIVE_INFINITY;
    this.#send();
  }

  /** Stops sending. The update in flight might still be delivered. */
  pause(): void {
    this.#isOn = false;
    this.#stopTimer();
  }

  /** Stops after a lost connection. The update in flight returns to the outbox, and its response is ignored. */
  stop(): void {
    this.pause();
    this.#epoch += 1;
    this.#outbox.failed();
  }

  /** Stops, and returns the undelivered updates. */
  handOver(): Outbox {
    this.stop();
    const rest = this.#outbox;
    this.#outbox = new Outbox();
    return rest;
  }

  #send(): void {
    if (!this.#isOn || this.#timer !== undefined) return;
    const wait = this.#sentAt + MIN_GAP_MS - Date.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#send();
      }, wait);
      return;
    }
    const update = this.#outbox.take();
    if (update) void this.#deliver(update);
  }

  async #deliver(update: Uint8Array): Promise<void> {
    const epoch = this.#epoch;
    this.#sentAt = Date.now();
    // The server would reject it, but only after receiving all its bytes.
    const answer = update.length > MAX_UPDATE_BYTES ? [{ code: "documentFull" }] : await this.#call(update);
    if (epoch !== this.#epoch) return;
    const outcome = parseOutcome(answer);
    if (outcome.kind === "delivered") {
      this.#outbox.delivered();
    } else {
      this.#outbox.failed();
      this.pause();
    }
    this.#onOutcome(outcome);
    this.#send();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
