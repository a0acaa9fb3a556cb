/**
 * A simulated typist driven by a seed: words with pauses, corrections, caret movement, pasted text, composed input and
 * undo. After each action a model predicts the field's value and caret.
 */

import type { CDPSession, Locator, Page } from "@playwright/test";

/** Milliseconds between keys, and of a pause, which exceeds the autosave delay. */
const KEY_MS = { least: 30, most: 400 } as const;
const PAUSE_MS = { least: 900, most: 1600 } as const;
const WORDS = ["kopi", "Gayo", "harvest", "new", "panen", "beans", "tasting", "Rp", "two", "malam"] as const;
const PASTED = ["pasted here", "dari papan klip", "a b"] as const;
const COMPOSED = ["咖啡", "コーヒー", "é"] as const;

export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to under 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  of<One>(all: readonly One[]): One {
    return all[this.between(0, all.length - 1)] as One;
  }
}

/** Value and caret position of a field; the caret is null if the browser does not expose it. */
export interface FieldState {
  readonly value: string;
  readonly caret: number | null;
}

/** Thrown if a field differs from the model. */
export class FieldMismatch extends Error {}

export interface Field {
  readonly locator: Locator;
  /** Digits only, in one line. */
  readonly isNumeric: boolean;
  /** The browser trims the value, as in email fields. */
  readonly isTrimmed: boolean;
  /** Maximum length. */
  readonly max: number;
  readonly read: () => Promise<FieldState>;
}

/** Reads an `input` or a `textarea`. */
export async function readField(locator: Locator): Promise<FieldState> {
  return locator.evaluate((box: HTMLInputElement | HTMLTextAreaElement) => ({
    value: box.value,
    caret: box.selectionStart,
  }));
}

type TypingAction = "word" | "digit" | "space" | "back" | "left" | "paste" | "compose" | "undo" | "pause";
const TEXT_ACTS: readonly TypingAction[] = [
  ...(["word", "word", "word", "space", "back", "left", "paste", "compose", "undo", "pause"] as const),
];
const ADDRESS_ACTS: readonly TypingAction[] = ["word", "word", "back", "left", "compose", "undo", "pause"];
const NUMBER_ACTS: readonly TypingAction[] = ["digit", "digit", "digit", "back", "left", "pause"];

export class Typist {
  readonly #page: Page;
  readonly #draw: SeededRandom;
  /** Factor for all waiting times: 1, or less if many fields are tested. */
  readonly #haste: number;
  #session: CDPSession | undefined;

  constructor(page: Page, draw: SeededRandom, haste = 1) {
    this.#page = page;
    this.#draw = draw;
    this.#haste = haste;
  }

  /**
   * Performs a number of actions in the focused field. Returns the expected value; throws Differs at the first
   * difference.
   */
  async type(field: Field, acts: number, told: string[] = []): Promise<string> {
    let { value, caret } = await field.read();
    if (caret === null) caret = value.length;
    for (let done = 0; done < acts; done += 1) {
      const act = this.#draw.of(field.isNumeric ? NUMBER_ACTS : field.isTrimmed ? ADDRESS_ACTS : TEXT_ACTS);
      told.push(act);
      [value, caret] = act === "undo" ? await this.#undo(field, value, caret) : await this.#do(act, value, caret);
      const over = value.length - field.max;
      if (over > 0) {
        // Text past the maximum length is dropped.
        value = value.slice(0, caret - over) + value.slice(caret);
        caret -= over;
      }
      await this.check(field, { value, caret }, told);
    }
    return value;
  }

  /** Throws Differs if the field has another value or caret. */
  async check(field: Field, wanted: FieldState, told: readonly string[] = []): Promise<void> {
    const held = await field.read();
    const isMoved = held.caret !== null && wanted.caret !== null && held.caret !== wanted.caret;
    if (held.value === wanted.value && !isMoved) return;
    throw new FieldMismatch(
      `holds ${JSON.stringify(held)} instead of ${JSON.stringify(wanted)} after ${told.slice(-6).join(", ")}`,
    );
  }

  /** Browsers group undo steps differently: either the previous value returns, or the typed and deleted letter does. */
  async #undo(field: Field, value: string, caret: number): Promise<[string, number]> {
    if (value.length >= field.max) return [value, caret];
    await this.#keys("x");
    await this.#press("Backspace");
    await this.#press("ControlOrMeta+z");
    await this.#press("ControlOrMeta+Shift+z");
    const held = await field.read();
    const withLetter = `${value.slice(0, caret)}x${value.slice(caret)}`;
    return held.value === withLetter ? [withLetter, held.caret ?? caret + 1] : [value, caret];
  }

  async #do(act: Exclude<TypingAction, "undo">, value: string, caret: number): Promise<[string, number]> {
    const insert = (text: string): [string, number] => [
      value.slice(0, caret) + text + value.slice(caret),
      caret + text.length,
    ];
    switch (act) {
      case "word": {
        const word = this.#draw.of(WORDS);
        await this.#keys(word);
        return insert(word);
      }
      case "digit": {
        const digit = String(this.#draw.between(1, 9));
        await this.#keys(digit);
        return insert(digit);
      }
      case "space":
        await this.#keys(" ");
        return insert(" ");
      case "back":
        await this.#press("Backspace");
        return caret === 0 ? [value, 0] : [value.slice(0, caret - 1) + value.slice(caret), caret - 1];
      case "left":
        await this.#press("ArrowLeft");
        return [value, Math.max(0, caret - 1)];
      case "paste": {
        const text = this.#draw.of(PASTED);
        await this.#page.keyboard.insertText(text);
        return insert(text);
      }
      case "compose": {
        const text = this.#draw.of(COMPOSED);
        await this.#compose(text);
        return insert(text);
      }
      case "pause":
        await this.#page.waitForTimeout(this.#haste * this.#draw.between(PAUSE_MS.least, PAUSE_MS.most));
        return [value, caret];
    }
  }

  async #keys(text: string): Promise<void> {
    for (const key of text) await this.#press(key === " " ? "Space" : key);
  }

  async #press(key: string): Promise<void> {
    await this.#page.waitForTimeout(this.#haste * this.#draw.between(KEY_MS.least, KEY_MS.most));
    await this.#page.keyboard.press(key);
  }

  /** Like an input method: shows the text as a composition first, then commits it. */
  async #compose(text: string): Promise<void> {
    this.#session ??= await this.#page.context().newCDPSession(this.#page);
    await this.#session.send("Input.imeSetComposition", { text: text[0] ?? "", selectionStart: 1, selectionEnd: 1 });
    await this.#page.waitForTimeout(this.#haste * KEY_MS.most);
    await this.#session.send("Input.insertText", { text });
  }
}
