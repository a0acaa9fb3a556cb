import { expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getRoots } from "../../collab/maps";
import type { TreeEditing } from "../editing";
import type { Piece } from "../model/pieces";
import { readSnapshot } from "../model/snapshot";
import { iterateBranches } from "../model/tree-positions";
import { listViolations, STRUCTURES } from "../tests/structures";
import { duplicate } from "./duplicate";
import { insert } from "./insert";
import { setLocked } from "./marks";
import { move } from "./move";
import { remove } from "./remove";
import { updateSettings } from "./settings";

const SEQUENCES = 250;
const COMMANDS_PER_SEQUENCE = 24;

const LEAF: Piece = { level: "component", kind: "text", settings: {}, children: [] };
const COLUMN: Piece = { level: "column", kind: "column", settings: {}, children: [LEAF] };
const ROW: Piece = { level: "row", kind: "row", settings: {}, children: [COLUMN, COLUMN] };

/** Mulberry32: numbers in [0, 1) that a seed repeats. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function runRandomCommand(one: TreeEditing, roll: () => number): void {
  const pick = <Each>(all: readonly Each[]): Each | undefined => all[Math.floor(roll() * all.length)];
  const visible = [...iterateBranches(readSnapshot(one.doc, STRUCTURES.rows))];
  const some = pick(visible)?.branch.id ?? "";
  const parent = pick(["body", "popup", ...visible.map(({ branch }) => branch.id)]) ?? "body";
  const place = { parent, index: Math.floor(roll() * 4) };
  pick([
    () => insert(one, pick([LEAF, COLUMN, ROW]) ?? LEAF, place),
    () => insert(one, ROW, { parent: "body", index: 0 }),
    () => move(one, some, place),
    () => move(one, some, place),
    () => duplicate(one, some),
    () => remove(one, some),
    () => updateSettings(one, some, { words: Math.floor(roll() * 10) }),
    () => setLocked(one, some, roll() < 0.3),
    () => one.history.undo(),
    () => one.history.redo(),
  ])?.();
}

function exchange(one: TreeEditing, other: TreeEditing): void {
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc, Y.encodeStateVector(other.doc)));
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc, Y.encodeStateVector(one.doc)));
}

function createReplica(number: number, update?: Uint8Array): TreeEditing {
  const doc = new Y.Doc();
  doc.clientID = number;
  if (update) Y.applyUpdate(doc, update);
  return { doc, history: new History(doc), structure: STRUCTURES.rows };
}

test(`${SEQUENCES} sequences of acts on two replicas end in one document that keeps the rules`, () => {
  for (let seed = 1; seed <= SEQUENCES; seed += 1) {
    const roll = createRandom(seed);
    const one = createReplica(1);
    getRoots(one.doc).set("body", new Y.Map([["order", "a0"]]));
    getRoots(one.doc).set("popup", new Y.Map([["order", "a1"]]));
    insert(one, ROW, { parent: "body", index: 0 });
    const other = createReplica(2, Y.encodeStateAsUpdate(one.doc));
    for (let acts = 0; acts < COMMANDS_PER_SEQUENCE; acts += 1) {
      runRandomCommand(roll() < 0.5 ? one : other, roll);
      if (roll() < 0.1) exchange(one, other);
    }
    exchange(one, other);

    const [mine, theirs] = [readSnapshot(one.doc, STRUCTURES.rows), readSnapshot(other.doc, STRUCTURES.rows)];
    expect(mine, `seed ${seed}`).toEqual(theirs);
    expect(Y.encodeStateVector(one.doc), `seed ${seed}`).toEqual(Y.encodeStateVector(other.doc));
    expect(listViolations(mine), `seed ${seed}`).toEqual([]);
    one.history.destroy();
    other.history.destroy();
  }
}, 60_000);
