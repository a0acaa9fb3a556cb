/** Undo and redo of the user's own changes. Changes by other users are never undone. */
import * as Y from "yjs";
import { GROUPS_ORIGIN, isOwnGroup } from "./groups";
import { DOCUMENT_MAPS } from "./maps";

/** Transaction origin of changes made by a local command. Updates from the server have another origin. */
export const LOCAL_ORIGIN = Symbol("own act");

/** Value of `#field` while the user types in a rich text: its binding makes these changes, not a command. */
const WRITING_FIELD = Symbol("writing");

/** Consecutive changes of one field within this time are one undo step. */
const MERGE_MILLISECONDS = 500;

type StackItem = Y.UndoManager["undoStack"][number];
type DeleteSet = StackItem["insertions"];

/** Undo or redo, with the stack that it takes steps from. */
interface Direction {
  readonly take: () => StackItem | null;
  readonly stack: readonly StackItem[];
}

/** The caret of the text that has the focus. */
export interface Caret<Place> {
  /** The position before the newest change. */
  readonly before: () => Place | undefined;
  readonly now: () => Place | undefined;
  readonly restore: (place: Place) => void;
}

/** A maximum of the document that undo and redo must respect. */
export interface Limit {
  /** By how much the document exceeds the maximum; 0 if it does not. */
  readonly excess: () => number;
  /** Called when a step would have increased the excess, and was not taken. */
  readonly onRejected: () => void;
}

/** Runs a step and returns its result. */
export type Enclosure = (step: () => boolean) => boolean;

/** Metadata key of an undo step: the caret position before the step. */
const CARET_POSITION = Symbol("place of the caret");

export class History {
  readonly #doc: Y.Doc;
  readonly #manager: Y.UndoManager;
  readonly #others: Set<unknown>;
  /** Groups that this client created in place of another value. Their creation is part of no step. */
  readonly #replacements = new Set<Y.Item>();
  #field: string | typeof WRITING_FIELD | undefined;
  #caret: Caret<unknown> | undefined;
  #limit: Limit | undefined;
  #enclose: Enclosure | undefined;

  /**
   * `others` are further transaction origins that count as the user's own, such as that of a rich text binding. `maps`
   * names the Yjs maps to track.
   */
  constructor(doc: Y.Doc, others: readonly unknown[] = [], maps: readonly string[] = DOCUMENT_MAPS) {
    this.#doc = doc;
    this.#manager = new Y.UndoManager(
      maps.map((name) => doc.getMap(name)),
      {
        trackedOrigins: new Set([LOCAL_ORIGIN, ...others]),
        captureTimeout: MERGE_MILLISECONDS,
      },
    );
    this.#others = new Set(others);
    doc.on("beforeTransaction", this.#beforeWriting);
    doc.on("afterTransaction", this.#afterTransaction);
    this.#manager.on("stack-item-added", ({ stackItem, origin }) => {
      // A command moves no caret.
      if (this.#others.has(origin)) stackItem.meta.set(CARET_POSITION, this.#caret?.before());
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
    return this.#doc.transact(work, LOCAL_ORIGIN);
  }

  get canUndo(): boolean {
    return this.#manager.undoStack.length > 0;
  }

  get canRedo(): boolean {
    return this.#manager.redoStack.length > 0;
  }

  /** Undoes the latest step. Returns false if there is none, or the limit rejects it. */
  undo(): boolean {
    const { undoStack, redoStack } = this.#manager;
    return this.#take(
      { take: () => this.#manager.undo(), stack: undoStack },
      { take: () => this.#manager.redo(), stack: redoStack },
    );
  }

  /** Redoes the step undone last. Returns false if there is none, or the limit rejects it. */
  redo(): boolean {
    const { undoStack, redoStack } = this.#manager;
    return this.#take(
      { take: () => this.#manager.redo(), stack: redoStack },
      { take: () => this.#manager.undo(), stack: undoStack },
    );
  }

  /** Rejects steps that increase the excess of a limit, until the returned function is called. */
  limit(limit: Limit): () => void {
    this.#limit = limit;
    return () => {
      if (this.#limit === limit) this.#limit = undefined;
    };
  }

  /**
   * Runs each step of undo and redo in `enclose`. A step that the limit rejects is taken and then reversed: two
   * transactions, of which others must see only the result.
   */
  encloseSteps(enclose: Enclosure): void {
    this.#enclose = enclose;
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
    this.#doc.off("afterTransaction", this.#afterTransaction);
    this.#manager.clear();
    this.#manager.destroy();
  }

  #take(direction: Direction, reverse: Direction): boolean {
    const step = (): boolean => this.#takeWithinLimit(direction, reverse);
    return this.#enclose ? this.#enclose(step) : step();
  }

  /** Takes a step. The newest item of the other stack then reverses it. */
  #takeWithinLimit({ take, stack }: Direction, reverse: Direction): boolean {
    this.#field = undefined;
    const place = this.#caret?.now();
    const excess = this.#limit?.excess() ?? 0;
    const taken = this.#includeReplacements(stack, take);
    if (!taken) return false;
    const before: unknown = taken.meta.get(CARET_POSITION);
    // Only the result says whether a step exceeds the limit: others may have changed the same nodes.
    if (this.#limit && this.#limit.excess() > excess) {
      reverse.take();
      if (taken.meta.has(CARET_POSITION)) stack.at(-1)?.meta.set(CARET_POSITION, before);
      this.#limit.onRejected();
      return false;
    }
    if (!taken.meta.has(CARET_POSITION)) return true;
    reverse.stack.at(-1)?.meta.set(CARET_POSITION, place);
    if (before !== undefined) this.#caret?.restore(before);
    return true;
  }

  /**
   * Lets steps restore values that a group has replaced since: for Yjs, a group that no step created is a change by
   * another user, which undo must not overwrite. Groups that have content of other users stay.
   */
  #includeReplacements(stack: readonly StackItem[], take: () => StackItem | null): StackItem | null {
    const changed = new Map<StackItem, DeleteSet>();
    for (const group of this.#replacements) {
      if (group.deleted || !isOwnGroup(group, this.#doc.clientID)) continue;
      for (const step of stack) {
        if (!hasDeletedBefore(step, group)) continue;
        if (!changed.has(step)) changed.set(step, step.insertions);
        step.insertions = Y.mergeDeleteSets([step.insertions, buildDeleteSet(group)]);
      }
    }
    const taken = take();
    for (const [step, insertions] of changed) if (stack.includes(step)) step.insertions = insertions;
    return taken;
  }

  readonly #afterTransaction = ({ origin, changed }: Y.Transaction): void => {
    if (origin !== GROUPS_ORIGIN) return;
    for (const [type, names] of changed) {
      for (const name of names) {
        const item = name === null ? undefined : type._map.get(name);
        if (item?.left) this.#replacements.add(item);
      }
    }
  };

  /** Typing directly after a command starts a new undo step. */
  readonly #beforeWriting = ({ origin }: Y.Transaction): void => {
    if (!this.#others.has(origin) || this.#field === WRITING_FIELD) return;
    this.#manager.stopCapturing();
    this.#field = WRITING_FIELD;
  };
}

/** Whether a step deleted a value that this item replaced. Yjs can have merged several values into one item. */
function hasDeletedBefore({ deletions }: StackItem, item: Y.Item): boolean {
  for (let { left } = item; left; { left } = left) {
    const { id, length } = left;
    const ranges = deletions.clients.get(id.client) ?? [];
    if (ranges.some(({ clock, len }) => clock < id.clock + length && id.clock < clock + len)) return true;
  }
  return false;
}

function buildDeleteSet({ id, length }: Y.Item): DeleteSet {
  const set = Y.createDeleteSet();
  set.clients.set(id.client, [{ clock: id.clock, len: length }]);
  return set;
}
