import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Level, Node } from "./records";
import { type Branch, grow } from "./tree";

type Outline = string | { readonly [id: string]: readonly Outline[] };
type Row = readonly [level: Level, kind: string, parent: string, order: string, home: string];

interface Case {
  readonly name: string;
  readonly roots: readonly string[];
  readonly nodes: Readonly<Record<string, Row>>;
  readonly tree: Readonly<Record<string, readonly Outline[]>>;
}

const FIXTURES = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../../../tests/fixtures/documents/trees.json"), "utf8"),
) as readonly Case[];

function node([level, kind, parent, order, home]: Row): Node {
  return { level, kind, at: [parent, order, home] };
}

function outline({ id, level, children }: Branch): Outline {
  return level === "component" ? id : { [id]: children.map(outline) };
}

test.for(FIXTURES)("$name", ({ roots, nodes, tree }) => {
  const grown = grow(new Map(Object.entries(nodes).map(([id, row]) => [id, node(row)])), roots);

  expect(Object.fromEntries([...grown].map(([root, branches]) => [root, branches.map(outline)]))).toEqual(tree);
});
