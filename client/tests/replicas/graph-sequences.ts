/**
 * Seeded sequences of graph commands on two replicas, for the server's tests: a line of JSON per seed, with the updates
 * of both replicas and the graph that they result in here.
 *
 *     node --import ./hooks.mjs graph-sequences.ts <first seed> <seeds>
 */
import * as Y from "yjs";
import { getNodes } from "@/builder/collab/maps";
import { toPlain } from "@/builder/collab/values";
import { duplicate } from "@/builder/graph/commands/clipboard";
import { connect, reconnect } from "@/builder/graph/commands/edges";
import { addNode, moveNodes, remove, updateNode } from "@/builder/graph/commands/nodes";
import type { GraphEditing } from "@/builder/graph/editing";
import { getOutputs } from "@/builder/graph/model/graph";
import { type Edge, getEdges } from "@/builder/graph/model/records";
import { listTargets } from "@/builder/graph/model/rules";
import { readGraphSnapshot } from "@/builder/graph/model/snapshot";
import { buildStep, createEditing } from "@/builder/graph/tests/flow";
import { createRandom } from "./random-commands";

const COMMANDS_PER_SEQUENCE = 100;
const KINDS = ["trigger", "wait", "condition", "split", "join", "end"] as const;
const BRANCHES = [
  { a: { order: "a0" }, b: { order: "a1" } },
  { a: null, b: { order: "a0" } },
  { a: null, b: null },
] as const;

const [first = 1, seeds = 1] = process.argv.slice(2, 4).map(Number);

function createReplica(number: number): GraphEditing {
  const doc = new Y.Doc();
  doc.clientID = number;
  return createEditing(doc);
}

/** Runs one random command. */
function runRandomCommand(one: GraphEditing, roll: () => number): void {
  const pick = <Each>(all: readonly Each[]): Each | undefined => all[Math.floor(roll() * all.length)];
  const now = readGraphSnapshot(one.doc, one.structure);
  const [some, other] = [pick([...now.nodes.keys()]) ?? "", pick([...now.nodes.keys()]) ?? ""];
  const source = now.nodes.get(some);
  const port = source ? (pick(getOutputs(one.structure, source))?.name ?? "next") : "next";
  const edge: Edge = { source: [some, port], target: [other, "in"] };
  const free = pick(listTargets(now, edge.source)) ?? edge.target;
  const old = pick([...now.edges.keys()]) ?? "";
  const at = [Math.floor(roll() * 1000), Math.floor(roll() * 1000)] as const;
  pick([
    () => addNode(one, buildStep(pick(KINDS) ?? "wait", at)),
    () => addNode(one, buildStep(pick(KINDS) ?? "wait", at)),
    () => connect(one, edge),
    () => connect(one, { ...edge, target: free }),
    () => connect(one, { ...edge, target: free }),
    () => connect(one, { ...edge, target: free }),
    () => reconnect(one, old, { ...edge, target: free }),
    () => moveNodes(one, new Map([[some, at]])),
    () => updateNode(one, some, { branches: pick(BRANCHES) ?? {} }),
    () => duplicate(one, [some, other]),
    () => remove(one, [some]),
    () => remove(one, [old]),
    () => one.history.undo(),
    () => one.history.redo(),
  ])?.();
}

function exchange(one: GraphEditing, other: GraphEditing): void {
  const [mine, theirs] = [Y.encodeStateVector(one.doc), Y.encodeStateVector(other.doc)];
  const update = Y.encodeStateAsUpdate(one.doc, theirs);
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc, mine), "remote");
  Y.applyUpdate(other.doc, update, "remote");
}

function readVisible({ doc, structure }: GraphEditing): object {
  const { nodes, edges } = readGraphSnapshot(doc, structure);
  return { nodes: [...nodes.keys()], edges: [...edges].map(([id, { source, target }]) => [id, source, target]) };
}

function serializeStored({ doc }: GraphEditing): string {
  const entries = [getNodes(doc), getEdges(doc)].map((map) => Object.entries(toPlain(map) ?? {}).sort());
  return JSON.stringify(entries.map((all) => all.map(([id, value]) => [id, Object.entries(value as object).sort()])));
}

function runSequence(seed: number): object {
  const roll = createRandom(seed);
  const updates: { replica: number; update: string }[] = [];
  const replicas = [createReplica(1), createReplica(2)] as const;
  for (const [index, { doc }] of replicas.entries()) {
    doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== "remote") updates.push({ replica: index + 1, update: Buffer.from(update).toString("base64") });
    });
  }
  for (let command = 0; command < COMMANDS_PER_SEQUENCE; command += 1) {
    runRandomCommand(replicas[roll() < 0.5 ? 0 : 1], roll);
    if (roll() < 0.1) exchange(...replicas);
  }
  exchange(...replicas);
  return {
    seed,
    updates,
    isSame: serializeStored(replicas[0]) === serializeStored(replicas[1]),
    visible: readVisible(replicas[0]),
  };
}

for (let seed = first; seed < first + seeds; seed += 1) process.stdout.write(`${JSON.stringify(runSequence(seed))}\n`);
