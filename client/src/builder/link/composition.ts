/**
 * Whether the user composes text with an input method, such as one for Japanese.
 *
 * A text that is drawn again in that time loses the letters under construction, or gets them twice. Changes of others
 * wait until it has ended.
 */

/** The editor reads the text of a composition shortly after its end. */
export const SETTLE_MS = 50;

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
    const start = () => this.#start();
    const end = () => this.#end();
    window.addEventListener("compositionstart", start);
    window.addEventListener("compositionend", end);
    return () => {
      window.removeEventListener("compositionstart", start);
      window.removeEventListener("compositionend", end);
      this.#end();
    };
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#ended ??= new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#ended = undefined;
      this.#resolve?.();
    }, SETTLE_MS);
  }
}
