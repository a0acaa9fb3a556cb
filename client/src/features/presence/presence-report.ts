/** Delay after a navigation before it is reported, so that redirects are not. */
const NAVIGATION_DELAY_MS = 150;
/** Minimum time between reports; of several changes only the last is sent. */
const MIN_INTERVAL_MS = 1000;
/** Minimum time between the reports of a page that becomes visible again. */
const MIN_REPEAT_MS = 60_000;

export interface Shown {
  readonly screen: string;
  readonly thing: string | null;
}

/** Reports what this tab shows to the server: only the newest state, throttled, and again after every connect. */
export class PresenceReport {
  readonly #send: (shown: Shown) => void;
  #screen: string | undefined;
  readonly #things: string[] = [];
  #told: string | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (shown: Shown) => void) {
    this.#send = send;
  }

  show(screen: string | undefined): void {
    this.#screen = screen;
    this.#later();
  }

  /** Adds a resource to the report; returns a function that removes it. */
  watch(thing: string): () => void {
    this.#things.push(thing);
    this.#later();
    return () => {
      this.#things.splice(this.#things.lastIndexOf(thing), 1);
      this.#later();
    };
  }

  /** The server knows nothing of this tab after a connect, so it reports immediately. */
  reconnected(): void {
    this.#told = undefined;
    this.#tell();
  }

  /** Call when the page becomes visible. */
  seenAgain(): void {
    if (Date.now() - this.#toldAt >= MIN_REPEAT_MS) this.reconnected();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#told = undefined;
  }

  #later(): void {
    const wait = Math.max(NAVIGATION_DELAY_MS, this.#toldAt + MIN_INTERVAL_MS - Date.now());
    this.#timer ??= setTimeout(() => this.#tell(), wait);
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#screen) return;
    const shown: Shown = { screen: this.#screen, thing: this.#things.at(-1) ?? null };
    const words = `${shown.screen} ${shown.thing}`;
    if (words === this.#told) return;
    this.#told = words;
    this.#toldAt = Date.now();
    this.#send(shown);
  }
}
