/**
 * Whether the user composes text with an input method, such as one for Japanese.
 *
 * A text that is rendered again in that time loses the letters under construction, or gets them twice. Changes of others
 * wait until it has ended.
 */

/** The editor reads the text of a composition shortly after its end. */
export const END_DELAY_MS = 50;

/** A composition without input for this long no longer delays changes of others: its end may never come. */
export const IDLE_TIMEOUT_MS = 10_000;

const END_EVENTS = ["compositionend", "focusout", "pagehide"] as const;

export class Composition {
  #ended: Promise<void> | undefined;
  #resolve: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isActive(): boolean {
    return this.#ended !== undefined;
  }

  /** Resolves when no text is being composed, in the order of the calls. */
  async ended(): Promise<void> {
    await this.#ended;
  }

  /** Follows the compositions in a window until the returned function is called. */
  follow(window: EventTarget): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("compositionstart", () => this.#start(), { signal });
    window.addEventListener("compositionupdate", () => this.#start(), { signal });
    for (const name of END_EVENTS) window.addEventListener(name, () => this.isActive && this.#end(), { signal });
    return () => {
      listening.abort();
      this.#end();
    };
  }

  /** Begins a composition, or continues it. */
  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), IDLE_TIMEOUT_MS);
    this.#ended ??= new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#ended = undefined;
      this.#resolve?.();
    }, END_DELAY_MS);
  }
}
