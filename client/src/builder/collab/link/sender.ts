import { MAX_UPDATE_BYTES, Outbox } from "./outbox";
import { refusalIn } from "./wire";

/** Updates go out this far apart at least, so that a slider doesn't use up what a socket may say. */
export const MIN_GAP_MS = 40;

type Answer = readonly unknown[] | undefined;

/** What became of an update: a refusal names its code, and none means that no answer came. */
export type Outcome =
  | { readonly kind: "delivered"; readonly body: unknown }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "unanswered" };

/** What came of a call with an update. */
export function outcomeOf(answer: Answer): Outcome {
  const code = refusalIn(answer?.[0]);
  if (code !== undefined) return { kind: "refused", code };
  return answer ? { kind: "delivered", body: answer[0] } : { kind: "unanswered" };
}

/** Sends what waits in the outbox, one update at a time, as long as it is on. What is not delivered turns it off. */
export class Sender {
  readonly #call: (update: Uint8Array) => Promise<Answer>;
  readonly #onOutcome: (outcome: Outcome) => void;
  #outbox = new Outbox();
  #isOn = false;
  /** Grows when the answer to what is on its way counts for nothing. */
  #epoch = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(call: (update: Uint8Array) => Promise<Answer>, onOutcome: (outcome: Outcome) => void) {
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

  /** Sends at once what waits. */
  hurry(): void {
    this.#stopTimer();
    this.#sentAt = Number.NEGATIVE_INFINITY;
    this.#send();
  }

  /** Sends nothing more. What is on its way may still be delivered. */
  pause(): void {
    this.#isOn = false;
    this.#stopTimer();
  }

  /** The line is gone, and with it the answer to what is on its way, which waits in the outbox again. */
  stop(): void {
    this.pause();
    this.#epoch += 1;
    this.#outbox.failed();
  }

  /** Stops, and hands over what is left. */
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
    // The server would refuse it after all its bytes.
    const answer = update.length > MAX_UPDATE_BYTES ? [{ code: "documentFull" }] : await this.#call(update);
    if (epoch !== this.#epoch) return;
    const outcome = outcomeOf(answer);
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
