/** Navigation settles for this long before it is told: a redirect is no screen. */
const SETTLE_MS = 150;
/** Of many moves in a row only the last is told, this far apart. */
const LEAST_MS = 1000;
/** Coming back to the page says "still here" at most this often. */
const AGAIN_MS = 60_000;

export interface Shown {
  readonly screen: string;
  readonly thing: string | null;
}

/** What this tab shows, told to the server: the newest only, not too often, and again after every connect. */
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

  /** Says that the screen shows this thing, until the answer is called. */
  watch(thing: string): () => void {
    this.#things.push(thing);
    this.#later();
    return () => {
      this.#things.splice(this.#things.lastIndexOf(thing), 1);
      this.#later();
    };
  }

  /** The server knows nothing of this tab: it is told at once. */
  reconnected(): void {
    this.#told = undefined;
    this.#tell();
  }

  /** The page is seen again. */
  seenAgain(): void {
    if (Date.now() - this.#toldAt >= AGAIN_MS) this.reconnected();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#told = undefined;
  }

  #later(): void {
    const wait = Math.max(SETTLE_MS, this.#toldAt + LEAST_MS - Date.now());
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
