/** After an attempt without an answer the next one waits so long; the last of them from then on. */
const PAUSES_MS = [500, 1000, 2000, 5000] as const;

type Answer = readonly unknown[] | undefined;

/** Asks to join a document: one call at a time, one more behind it where that was wanted meanwhile. */
export class Joiner {
  readonly #ask: () => Promise<Answer>;
  readonly #onAnswer: (answer: Answer) => void;
  #isAsking = false;
  #isWanted = false;
  /** Grows when what was asked before counts for nothing. */
  #epoch = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => Promise<Answer>, onAnswer: (answer: Answer) => void) {
    this.#ask = ask;
    this.#onAnswer = onAnswer;
  }

  /** Attempts in a row that failed. */
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

  /** Another attempt, after a pause that grows with each failure. */
  later(): void {
    const pause = PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length - 1)];
    this.#failures += 1;
    this.#timer ??= setTimeout(() => this.now(), pause);
  }

  /** Something got through. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** Nothing that was asked counts any more, and nothing is asked again by itself. */
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
