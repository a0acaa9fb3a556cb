/**
 * Seeded sequences of commands on two replicas, told to the server's tests: a line of JSON a seed, with what each
 * replica made of it in the end and the tree that it means here.
 *
 *     node --import ./hooks.mjs sequences.ts <first seed> <seeds> <structure>
 */
import * as Y from "yjs";
import { History } from "@/builder/collab/history";
import { getRoots } from "@/builder/collab/maps";
import { insert } from "@/builder/tree/commands/insert";
import type { TreeEditing } from "@/builder/tree/editing";
import { readSnapshot } from "@/builder/tree/model/snapshot";
import { listViolations, STRUCTURES } from "@/builder/tree/tests/structures";
import {
  buildOutline,
  createRandom,
  getState,
  PIECES,
  runRandomCommand,
  type StructureName,
  serializeContent,
} from "./random-commands";

const COMMANDS_PER_SEQUENCE = 24;

const [first = 1, seeds = 1] = process.argv.slice(2, 4).map(Number);
const shape = (process.argv[4] ?? "rows") as StructureName;

function createReplica(number: number, update?: Uint8Array): TreeEditing {
  const doc = new Y.Doc();
  doc.clientID = number;
  if (update) Y.applyUpdate(doc, update);
  return { doc, history: new History(doc), structure: STRUCTURES[shape] };
}

function runSequence(seed: number): object {
  const roll = createRandom(seed);
  const told: { from: number; update: string }[] = [];
  const one = createReplica(1);
  one.doc.on("update", (update: Uint8Array, origin: unknown) => tell(1, update, origin));
  function tell(from: number, update: Uint8Array, origin: unknown): void {
    // What came from the other is told by the other.
    if (origin !== "wire") told.push({ from, update: Buffer.from(update).toString("base64") });
  }
  getRoots(one.doc).set("body", new Y.Map([["order", "a0"]]));
  getRoots(one.doc).set("popup", new Y.Map([["order", "a1"]]));
  insert(one, PIECES[shape][0], { parent: "body", index: 0 });
  const other = createReplica(2, Y.encodeStateAsUpdate(one.doc));
  const begun = told.length;
  other.doc.on("update", (update: Uint8Array, origin: unknown) => tell(2, update, origin));
  for (let acts = 0; acts < COMMANDS_PER_SEQUENCE; acts += 1) {
    runRandomCommand(roll() < 0.5 ? one : other, roll, shape);
    if (roll() < 0.1) exchangeUpdates(one, other);
  }
  exchangeUpdates(one, other);
  const now = readSnapshot(one.doc, one.structure);
  return {
    seed,
    begun,
    told,
    state: getState(one.doc),
    same:
      serializeContent(one.doc) === serializeContent(other.doc) &&
      JSON.stringify(getState(other.doc)) === JSON.stringify(getState(one.doc)),
    faults: listViolations(now).map(({ branch }) => branch.id),
    tree: buildOutline(now),
  };
}

function exchangeUpdates(one: TreeEditing, other: TreeEditing): void {
  const [mine, theirs] = [Y.encodeStateVector(one.doc), Y.encodeStateVector(other.doc)];
  const update = Y.encodeStateAsUpdate(one.doc, theirs);
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc, mine), "wire");
  Y.applyUpdate(other.doc, update, "wire");
}

for (let seed = first; seed < first + seeds; seed += 1) process.stdout.write(`${JSON.stringify(runSequence(seed))}\n`);
