/** Undo and redo of the user's own changes. Changes by other users are never undone. */
import * as Y from "yjs";
import { DOCUMENT_MAPS } from "./maps";

/** Transaction origin of changes made by a local command. Updates from the server have another origin. */
export const OWN = Symbol("own act");

/** Value of `#field` while the user types in a rich text: its binding makes these changes, not a command. */
const WRITING = Symbol("writing");

/** Consecutive changes of one field within this time are one undo step. */
const MERGE_MILLISECONDS = 500;

type StackItem = Y.UndoManager["undoStack"][number];

/** The caret of the text that has the focus. */
export interface Caret<Place> {
  /** The position before the newest change. */
  readonly before: () => Place | undefined;
  readonly now: () => Place | undefined;
  readonly restore: (place: Place) => void;
}

/** Metadata key of an undo step: the caret position before the step. */
const PLACE = Symbol("place of the caret");

export class History {
  readonly #doc: Y.Doc;
  readonly #manager: Y.UndoManager;
  readonly #others: Set<unknown>;
  #field: string | typeof WRITING | undefined;
  #caret: Caret<unknown> | undefined;

  /**
   * `others` are further transaction origins that count as the user's own, such as that of a rich text binding. `maps`
   * names the Yjs maps to track.
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

  /** Also tracks this origin as the user's own: a rich text binding is loaded only when the user starts writing. */
  own(origin: unknown): void {
    this.#others.add(origin);
    this.#manager.addTrackedOrigin(origin);
  }

  /** Runs `work` as one undo step. Quick consecutive calls with the same `field` share one step. */
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

  /** Restores this caret on undo and redo until the returned function is called. Only one text has the focus. */
  follow<Place>(caret: Caret<Place>): () => void {
    const followed = caret as Caret<unknown>;
    this.#caret = followed;
    return () => {
      if (this.#caret === followed) this.#caret = undefined;
    };
  }

  /** Calls `told` when the undo or redo stack changes. Returns a function that unsubscribes. */
  subscribe(told: () => void): () => void {
    const names = ["stack-item-added", "stack-item-popped", "stack-cleared"] as const;
    for (const name of names) this.#manager.on(name, told);
    return () => {
      for (const name of names) this.#manager.off(name, told);
    };
  }

  /** Detaches from the document and clears both stacks. */
  destroy(): void {
    this.#doc.off("beforeTransaction", this.#beforeWriting);
    this.#manager.clear();
    this.#manager.destroy();
  }

  /** Undoes or redoes a step. `others` is the opposite stack: its newest item then reverses this step. */
  #take(take: () => StackItem | null, others: readonly StackItem[]): void {
    this.#field = undefined;
    const place = this.#caret?.now();
    const taken = take();
    if (!taken?.meta.has(PLACE)) return;
    others.at(-1)?.meta.set(PLACE, place);
    const before: unknown = taken.meta.get(PLACE);
    if (before !== undefined) this.#caret?.restore(before);
  }

  /** Typing directly after a command starts a new undo step. */
  readonly #beforeWriting = ({ origin }: Y.Transaction): void => {
    if (!this.#others.has(origin) || this.#field === WRITING) return;
    this.#manager.stopCapturing();
    this.#field = WRITING;
  };
}
