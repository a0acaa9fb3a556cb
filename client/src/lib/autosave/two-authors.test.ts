import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Actor, createActor, fromPromise } from "xstate";
import {
  AUTOSAVE_DELAY_MS,
  createAutosaveMachine,
  RETRY_DELAY_MS,
  type SaveInput,
  type SaveOutcome,
} from "./autosave-machine";
import { getValues, type StoredRecord } from "./edits";
import { buildPersistedEdits, type PersistedEdits } from "./persisted-edits";

/**
 * Two authors edit one record over a connection that delays, reorders and loses messages. Sequences depend on a seed;
 * the invariants are checked after every step.
 */
interface Values {
  readonly title: string;
  readonly text: string;
  readonly label: string;
}

type Field = keyof Values;
type Machine = ReturnType<typeof createAutosaveMachine<Values>>;

const FIELDS = ["title", "text", "label"] as const satisfies readonly Field[];
/** Word endings, each of which the server stores differently. It rejects the last one in a label. */
const ENDS = ["", " ", "&", "  d", "!"];
const SEEDS = 100;
const STEPS = 60;

/** The server rejected one field and stored the others of the same save. */
class FieldRejectedError extends Error {
  readonly conflicts = [];
  readonly revision = 0;
}

class RejectedError extends Error {
  readonly conflicts: readonly string[];
  readonly revision: number;

  constructor(conflicts: readonly string[], revision: number) {
    super();
    this.conflicts = conflicts;
    this.revision = revision;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Pseudo-random numbers in [0, 1) that depend only on the seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The text as the server stores it: trimmed, and without some characters in a label. */
function toStoredValue(field: Field, value: string): string {
  const text = value.trim().replace(/\s+/g, " ");
  return field === "label" ? text.replace("&", "") : text;
}

function isForbidden(field: Field, value: string): boolean {
  return field === "label" && value.includes("!");
}

class Server {
  revision = 1;
  values: Values = { title: "", text: "", label: "" };
  /** All edits, oldest first. */
  readonly edits: { field: Field; revision: number; by: string }[] = [];
  /** The stored value of each field that the author has been shown. */
  readonly seen: Record<Field, string> = { title: "", text: "", label: "" };

  /**
   * The values of each field that the author has sent since a teammate's version was last shown. A teammate who stores
   * the same value adds nothing.
   */
  readonly sent: Record<Field, string[]> = { title: [], text: [], label: [] };

  /** Stores edits, unless another author has edited one of the fields since the base. */
  put(edits: Partial<Values>, baseRevision: number, by: string): StoredRecord<Values> {
    const fields = FIELDS.filter((field) => field in edits);
    const contested = fields.filter(
      (field) => this.editedAt(field) > baseRevision && toStoredValue(field, edits[field] ?? "") !== this.values[field],
    );
    if (contested.length > 0) throw new RejectedError(contested, this.revision);
    this.revision += 1;
    for (const field of fields) {
      const value = toStoredValue(field, edits[field] ?? "");
      if (by === "Alice" && value !== this.values[field] && this.authorOf(field) === "Bagus") {
        const seenValues = [this.seen[field], ...this.sent[field]];
        expect(seenValues, `${field} of a teammate is replaced unseen`).toContain(this.values[field]);
      }
      this.values = { ...this.values, [field]: value };
      this.edits.push({ field, revision: this.revision, by });
    }
    return this.record();
  }

  record(): StoredRecord<Values> {
    return { values: this.values, revision: this.revision, fieldEdits: FIELDS.flatMap((field) => this.lastOf(field)) };
  }

  private lastOf(field: Field) {
    return this.edits.filter((edit) => edit.field === field).slice(-1);
  }

  private editedAt(field: Field): number {
    return this.lastOf(field)[0]?.revision ?? 0;
  }

  private authorOf(field: Field): string | undefined {
    return this.lastOf(field)[0]?.by;
  }
}

/** A save in transit: to the server and back. */
interface Call {
  readonly input: SaveInput<Values>;
  readonly answer: { resolve: (outcome: SaveOutcome<Values>) => void; reject: (failure: unknown) => void };
  isProcessed: boolean;
  isAnswered: boolean;
  outcome?: () => void;
}

class Page {
  readonly server = new Server();
  /** Fetched records that have not arrived yet. */
  fetched: StoredRecord<Values>[] = [];
  calls: Call[] = [];
  /** Typed values that the author has neither seen saved nor discarded. */
  typed: Partial<Record<Field, string>> = {};
  /** Text shown in the unfinished fields. */
  held: Partial<Record<Field, string>> = {};
  focused: Field | undefined;
  actor: Actor<Machine>;

  constructor() {
    this.actor = this.open();
  }

  get edits() {
    return this.actor.getSnapshot().context.edits;
  }

  type(field: Field, value: string): void {
    this.focus(field);
    this.typed[field] = value;
    if (this.held[field] !== undefined) this.held[field] = value;
    this.actor.send({ type: "edit", changed: { [field]: value } });
  }

  focus(field: Field | undefined): void {
    this.focused = field;
    this.actor.send({ type: "focus", field });
  }

  /** Marks a field's input as incomplete, or as complete, which makes it an edit. */
  setUnfinished(field: Field, isUnfinished: boolean): void {
    const typed = this.typed[field];
    const isComplete = !isUnfinished && this.edits.unfinished.includes(field);
    if (isComplete && typed !== undefined) this.type(field, typed);
    if (isUnfinished) this.held[field] = getValues(this.edits)[field];
    else delete this.held[field];
    this.actor.send({ type: "unfinished", field, isUnfinished });
  }

  /** The server receives a save, possibly after the page has given up on it. */
  process(call: Call): void {
    call.isProcessed = true;
    const { label, ...others } = call.input.edits;
    const isRejected = isForbidden("label", label ?? "");
    const edits: Partial<Values> = isRejected ? others : call.input.edits;
    const rejected = isRejected ? { rejected: { fields: ["label"], failure: new FieldRejectedError() } } : {};
    try {
      const isEmpty = Object.keys(edits).length === 0;
      const record = isEmpty ? this.server.record() : this.server.put(edits, call.input.baseRevision, "Alice");
      call.outcome = () => {
        for (const field of FIELDS) if (field in edits && this.typed[field] === edits[field]) delete this.typed[field];
        call.answer.resolve({ record, ...rejected });
      };
    } catch (failure) {
      if (!(failure instanceof RejectedError)) throw failure;
      this.fetched.push(this.server.record());
      call.outcome = () => call.answer.reject(failure);
    }
  }

  receive(record: StoredRecord<Values>): void {
    this.actor.send({ type: "receive", record });
  }

  choose(field: Field, choice: "keepMine" | "useTheirs"): void {
    const shown = getValues(this.edits)[field];
    this.typed[field] = shown;
    if (choice === "useTheirs") {
      delete this.typed[field];
      delete this.held[field];
    }
    this.actor.send({ type: choice, field });
  }

  /** Reloads the page; only stored edits remain. */
  reload(): void {
    const contested = FIELDS.filter((field) => this.edits.conflicts[field]?.by);
    const storedEdits = JSON.parse(JSON.stringify(buildPersistedEdits(this.edits))) as PersistedEdits<Values>;
    // Forms store incomplete input themselves.
    for (const field of this.edits.unfinished) if (!(field in storedEdits.changed)) delete this.typed[field];
    this.actor.stop();
    for (const call of this.calls) call.isAnswered = true;
    this.fetched = [];
    this.held = {};
    this.actor = this.open();
    if (Object.keys(storedEdits.changed).length > 0) this.actor.send({ type: "restore", kept: storedEdits });
    for (const field of contested) {
      const isDecided = toStoredValue(field, getValues(this.edits)[field]) === this.server.values[field];
      if (!isDecided) expect(this.edits.conflicts, `${field} in conflict`).toHaveProperty(field);
    }
    this.focus(undefined);
  }

  private open(): Actor<Machine> {
    const save = fromPromise<SaveOutcome<Values>, SaveInput<Values>>(
      ({ input }) =>
        new Promise((resolve, reject) => {
          this.calls.push({ input, answer: { resolve, reject }, isProcessed: false, isAnswered: false });
          for (const field of FIELDS) {
            const value = input.edits[field];
            if (value !== undefined && !isForbidden(field, value))
              this.server.sent[field].push(toStoredValue(field, value));
          }
        }),
    );
    const machine = createAutosaveMachine<Values>({
      rejectionOf: (failure) =>
        failure instanceof RejectedError || failure instanceof FieldRejectedError ? failure : undefined,
      storedForm: (field, value) => toStoredValue(field, String(value)),
    });
    return createActor(machine.provide({ actors: { save } }), { input: { record: this.server.record() } }).start();
  }

  /** Invariants that hold at any time. */
  check(): void {
    const { conflicts, stored: record } = this.edits;
    const shown = getValues(this.edits);
    for (const field of FIELDS) {
      const typed = this.typed[field];
      if (typed !== undefined) expect(shown[field], `${field} as it was typed`).toBe(typed);
      const held = this.held[field];
      if (held !== undefined) expect(shown[field], `${field} while it is unfinished`).toBe(held);
      const conflict = conflicts[field];
      if (conflict) {
        const theirs = this.server.edits.some(
          (edit) => edit.field === field && edit.by === "Bagus" && edit.revision > conflict.baseRevision,
        );
        // Without a name, the other version has not arrived yet.
        if (conflict.by !== "") expect(theirs, `${field} is in conflict with its own author`).toBe(true);
      }
      if (conflict?.by === "") continue;
      if (!conflict && toStoredValue(field, shown[field]) !== record.values[field]) continue;
      const value = record.values[field];
      this.server.seen[field] = value;
      if (!this.server.sent[field].includes(value)) this.server.sent[field] = [];
    }
  }
}

function chooseStep(page: Page, random: () => number): () => void {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const field = pick(FIELDS) ?? "title";
  // Authors never write the same text by chance, except when both empty a field.
  const word = random() < 0.2 ? "" : `${Math.floor(random() * 2 ** 32).toString(36)}${pick(ENDS) ?? ""}`;
  const waiting = pick(page.calls.filter(({ isProcessed }) => !isProcessed));
  const open = page.calls.find(({ isAnswered }) => !isAnswered);
  const contested = pick(FIELDS.filter((each) => page.edits.conflicts[each]));
  const record = pick(page.fetched);
  const steps: (readonly [number, () => void])[] = [
    [5, () => page.type(field, word)],
    [2, () => page.focus(random() < 0.5 ? field : undefined)],
    [1, () => page.setUnfinished(field, random() < 0.5)],
    [4, () => vi.advanceTimersByTime(AUTOSAVE_DELAY_MS)],
    [2, () => vi.advanceTimersByTime(RETRY_DELAY_MS)],
    [3, () => isForbidden(field, word) || page.server.put({ [field]: word }, page.server.revision, "Bagus")],
    [3, () => page.fetched.push(page.server.record())],
    [4, () => record && page.receive(record)],
    [5, () => waiting && page.process(waiting)],
    [
      5,
      () => {
        if (!open?.outcome) return;
        open.isAnswered = true;
        open.outcome();
      },
    ],
    [
      2,
      () => {
        if (!open) return;
        open.isAnswered = true;
        open.answer.reject(new Error("offline"));
      },
    ],
    [2, () => contested && page.choose(contested, random() < 0.5 ? "keepMine" : "useTheirs")],
    [1, () => page.reload()],
  ];
  const weighted = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));
  return pick(weighted) ?? (() => undefined);
}

/** Delivers everything; the author chooses the local values. */
async function finishSaving(page: Page): Promise<void> {
  for (const field of FIELDS) page.setUnfinished(field, false);
  for (let round = 0; round < 40; round += 1) {
    for (const call of page.calls.filter(({ isProcessed }) => !isProcessed)) page.process(call);
    for (const call of page.calls.filter(({ isAnswered }) => !isAnswered)) {
      call.isAnswered = true;
      call.outcome?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    page.receive(page.server.record());
    page.check();
    for (const field of FIELDS) if (page.edits.conflicts[field]) page.choose(field, "keepMine");
    if (isForbidden("label", getValues(page.edits).label)) page.type("label", "allowed");
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
  }
}

test("two authors lose nothing and are never in conflict with themselves", { timeout: 30_000 }, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = createRandom(seed);
    const page = new Page();
    try {
      for (let step = 0; step < STEPS; step += 1) {
        chooseStep(page, random)();
        await vi.advanceTimersByTimeAsync(0);
        page.check();
      }
      await finishSaving(page);
      expect(page.actor.getSnapshot().value).toBe("clean");
      const shown = getValues(page.edits);
      for (const field of FIELDS) expect(toStoredValue(field, shown[field])).toBe(page.server.values[field]);
    } catch (error) {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
    } finally {
      page.actor.stop();
    }
  }
});
