/** Delay after a navigation before it is reported, so that redirects are not. */
const NAVIGATION_DELAY_MS = 150;
/** Minimum time between reports; of several changes only the last is sent. */
const MIN_INTERVAL_MS = 1000;
/** Minimum time between the reports of a page that becomes visible again. */
const MIN_REPEAT_MS = 60_000;

export interface ReportedScreen {
  readonly screen: string;
  readonly thing: string | null;
}

/** Reports what this tab shows to the server: only the newest state, throttled, and again after every connect. */
export class PresenceReport {
  readonly #send: (shown: ReportedScreen) => void;
  #screen: string | undefined;
  readonly #things: string[] = [];
  #lastSent: string | undefined;
  #lastSentAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (shown: ReportedScreen) => void) {
    this.#send = send;
  }

  show(screen: string | undefined): void {
    this.#screen = screen;
    this.#schedule();
  }

  /** Adds a resource to the report; returns a function that removes it. */
  watch(thing: string): () => void {
    this.#things.push(thing);
    this.#schedule();
    return () => {
      this.#things.splice(this.#things.lastIndexOf(thing), 1);
      this.#schedule();
    };
  }

  /** The server knows nothing of this tab after a connect, so it reports immediately. */
  reconnected(): void {
    this.#lastSent = undefined;
    this.#sendNow();
  }

  /** Call when the page becomes visible. */
  becameVisible(): void {
    if (Date.now() - this.#lastSentAt >= MIN_REPEAT_MS) this.reconnected();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastSent = undefined;
  }

  #schedule(): void {
    const wait = Math.max(NAVIGATION_DELAY_MS, this.#lastSentAt + MIN_INTERVAL_MS - Date.now());
    this.#timer ??= setTimeout(() => this.#sendNow(), wait);
  }

  #sendNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#screen) return;
    const shown: ReportedScreen = { screen: this.#screen, thing: this.#things.at(-1) ?? null };
    const words = `${shown.screen} ${shown.thing}`;
    if (words === this.#lastSent) return;
    this.#lastSent = words;
    this.#lastSentAt = Date.now();
    this.#send(shown);
  }
}
