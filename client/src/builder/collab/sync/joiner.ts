/** Pause after the first, second, … failed attempt in a row. The last value applies to all later ones. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 5000] as const;

type ServerResponse = readonly unknown[] | undefined;

/** Sends join requests, one at a time. `now` during a request schedules one more after it. */
export class Joiner {
  readonly #ask: () => Promise<ServerResponse>;
  readonly #onAnswer: (answer: ServerResponse) => void;
  #isAsking = false;
  #isWanted = false;
  /** Increases when the response to a pending request must be ignored. */
  #epoch = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => Promise<ServerResponse>, onAnswer: (answer: ServerResponse) => void) {
    this.#ask = ask;
    this.#onAnswer = onAnswer;
  }

  /** Number of failed attempts in a row. */
  get failures(): number {
    return this.#failures;
  }

  now(): void {
    this.#stopTimer();
    if (this.#isAsking) {
      this.#isWanted = true;
      return;
    }
    this.#isAsking = true;
    void this.#run();
  }

  /** Schedules another attempt, after a pause that grows with each failure. */
  later(): void {
    const pause = RETRY_DELAYS_MS[Math.min(this.#failures, RETRY_DELAYS_MS.length - 1)];
    this.#failures += 1;
    this.#timer ??= setTimeout(() => this.now(), pause);
  }

  /** Resets the number of failures. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** Ignores the response to a pending request and cancels scheduled attempts. */
  stop(): void {
    this.#epoch += 1;
    this.#isAsking = false;
    this.#isWanted = false;
    this.#stopTimer();
  }

  async #run(): Promise<void> {
    const epoch = this.#epoch;
    const answer = await this.#ask();
    if (epoch !== this.#epoch) return;
    this.#isAsking = false;
    this.#onAnswer(answer);
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.now();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
