/** One's own acts, each one step of undo; those of others are left as they are. */
import * as Y from "yjs";
import { DOCUMENT_MAPS } from "./maps";

/** What a change made here by a command has as its origin; a change that came by the wire has another. */
export const OWN = Symbol("own act");

/** Stands for the field of a change that no command made: writing in a text. */
const WRITING = Symbol("writing");

/** Changes of one field within this time are one step. */
const MERGE_MILLISECONDS = 500;

type StackItem = Y.UndoManager["undoStack"][number];

/** The caret of the text that has the focus. */
export interface Caret<Place> {
  /** Before the newest change. */
  readonly before: () => Place | undefined;
  readonly now: () => Place | undefined;
  readonly restore: (place: Place) => void;
}

/** Key of the position of the caret before a step. */
const PLACE = Symbol("place of the caret");

export class History {
  readonly #doc: Y.Doc;
  readonly #manager: Y.UndoManager;
  readonly #others: Set<unknown>;
  #field: string | typeof WRITING | undefined;
  #caret: Caret<unknown> | undefined;

  /**
   * `others` are origins besides commands whose changes are one's own, such as that of a text's binding; `maps` those of
   * the document.
   */
  constructor(doc: Y.Doc, others: readonly unknown[] = [], maps: readonly string[] = DOCUMENT_MAPS) {
    this.#doc = doc;
    this.#manager = new Y.UndoManager(
      maps.map((name) => doc.getMap(name)),
      {
        trackedOrigins: new Set([OWN, ...others]),
        captureTimeout: MERGE_MILLISECONDS,
      },
    );
    this.#others = new Set(others);
    doc.on("beforeTransaction", this.#beforeWriting);
    this.#manager.on("stack-item-added", ({ stackItem, origin }) => {
      // A command moves no caret.
      if (this.#others.has(origin)) stackItem.meta.set(PLACE, this.#caret?.before());
    });
  }

  /** From now on changes of this origin are one's own too: a text's binding is loaded when somebody writes. */
  own(origin: unknown): void {
    this.#others.add(origin);
    this.#manager.addTrackedOrigin(origin);
  }

  /** Does something as one step. Of two in a row that name the same `field` shortly after another, one is made. */
  act<Result>(work: () => Result, field?: string): Result {
    if (field === undefined || field !== this.#field) this.#manager.stopCapturing();
    this.#field = field;
    return this.#doc.transact(work, OWN);
  }

  get canUndo(): boolean {
    return this.#manager.undoStack.length > 0;
  }

  get canRedo(): boolean {
    return this.#manager.redoStack.length > 0;
  }

  undo(): void {
    this.#take(() => this.#manager.undo(), this.#manager.redoStack);
  }

  redo(): void {
    this.#take(() => this.#manager.redo(), this.#manager.undoStack);
  }

  /** Restores the caret with each step until the returned function is called. One text has the focus at a time. */
  follow<Place>(caret: Caret<Place>): () => void {
    const followed = caret as Caret<unknown>;
    this.#caret = followed;
    return () => {
      if (this.#caret === followed) this.#caret = undefined;
    };
  }

  /** Calls back when what can be undone has changed; answers how to stop that. */
  subscribe(told: () => void): () => void {
    const names = ["stack-item-added", "stack-item-popped", "stack-cleared"] as const;
    for (const name of names) this.#manager.on(name, told);
    return () => {
      for (const name of names) this.#manager.off(name, told);
    };
  }

  /** Lets the document go; nothing can be undone from then on. */
  destroy(): void {
    this.#doc.off("beforeTransaction", this.#beforeWriting);
    this.#manager.clear();
    this.#manager.destroy();
  }

  /** Undoes or redoes a step. The step that reverses it is then the newest of `others`. */
  #take(take: () => StackItem | null, others: readonly StackItem[]): void {
    this.#field = undefined;
    const place = this.#caret?.now();
    const taken = take();
    if (!taken?.meta.has(PLACE)) return;
    others.at(-1)?.meta.set(PLACE, place);
    const before: unknown = taken.meta.get(PLACE);
    if (before !== undefined) this.#caret?.restore(before);
  }

  /** Words that are written right after an act are a step of their own. */
  readonly #beforeWriting = ({ origin }: Y.Transaction): void => {
    if (!this.#others.has(origin) || this.#field === WRITING) return;
    this.#manager.stopCapturing();
    this.#field = WRITING;
  };
}
