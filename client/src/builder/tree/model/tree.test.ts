import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { STRUCTURES } from "../tests/structures";
import type { Node } from "./records";
import type { TreeStructure } from "./structure";
import { type Branch, buildTree } from "./tree";

type Outline = string | { readonly [id: string]: readonly Outline[] };
type Row = readonly [
  level: string,
  kind: string,
  parent: string,
  order: string,
  root: string,
  slot?: string,
  slots?: readonly string[],
];

interface Case {
  readonly name: string;
  readonly structure: keyof typeof STRUCTURES;
  readonly roots: readonly string[];
  readonly nodes: Readonly<Record<string, Row>>;
  readonly tree: Readonly<Record<string, readonly Outline[]>>;
}

const FIXTURES = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../../../tests/fixtures/documents/trees.json"), "utf8"),
) as readonly Case[];

function createNode([level, kind, parent, order, root, slot, slots]: Row): Node {
  return { level, kind, at: slot ? [parent, order, root, slot] : [parent, order, root], ...(slots ? { slots } : {}) };
}

/** A branch as nested ids, each with its slot; a leaf is the id alone. */
function buildOutline({ id, level, slot, children }: Branch, structure: TreeStructure): Outline {
  const name = slot === "" ? id : `${id}@${slot}`;
  if (structure.levels[level]?.holds.length === 0) return name;
  return { [name]: children.map((child) => buildOutline(child, structure)) };
}

test.for(FIXTURES)("$name", ({ structure: name, roots, nodes, tree }) => {
  const structure = STRUCTURES[name];
  const grown = buildTree(new Map(Object.entries(nodes).map(([id, row]) => [id, createNode(row)])), roots, structure);
  const visible = [...grown].map(([root, branches]) => [
    root,
    branches.map((branch) => buildOutline(branch, structure)),
  ]);

  expect(Object.fromEntries(visible)).toEqual(tree);
});
