import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getGlobals, getNodeSettings, getNodes, getRoots } from "../../collab/maps";
import { type Plain, type Settings, toPlain } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { instantiatePiece, type Piece } from "../model/pieces";
import { readSnapshot } from "../model/snapshot";
import type { Branch } from "../model/tree";
import { buildTreePosition, iterateBranches } from "../model/tree-positions";
import { STRUCTURES } from "../tests/structures";
import { insert } from "./insert";
import { setCondition, setLocked } from "./marks";
import { move } from "./move";
import { remove } from "./remove";
import { addRoot, removeRoot, renameRoot } from "./roots";
import { updateGlobals, updateSettings } from "./settings";

type Command = { readonly refused?: string } & (
  | {
      readonly command: "insert";
      readonly piece: Piece;
      readonly parent: string;
      readonly slot?: string;
      readonly index: number;
    }
  | {
      readonly command: "move";
      readonly node: string;
      readonly parent: string;
      readonly slot?: string;
      readonly index: number;
    }
  | { readonly command: "remove"; readonly node: string }
  | { readonly command: "updateSettings"; readonly node: string; readonly changes: Settings }
  | { readonly command: "setCondition"; readonly node: string; readonly condition: Settings | null }
  | { readonly command: "setLocked"; readonly node: string; readonly isLocked: boolean }
  | { readonly command: "updateGlobals"; readonly changes: Settings }
  | { readonly command: "addRoot"; readonly as: string; readonly children: readonly Piece[] }
  | { readonly command: "renameRoot"; readonly root: string; readonly name: string }
  | { readonly command: "removeRoot"; readonly root: string }
);

interface Case {
  readonly name: string;
  readonly structure: keyof typeof STRUCTURES;
  readonly roots: Readonly<Record<string, readonly Piece[]>>;
  readonly commands: readonly Command[];
  readonly tree: Plain;
  readonly globals: Plain;
  readonly names: Readonly<Record<string, string>>;
  /** Labels of the locked nodes. */
  readonly locked: readonly string[];
  /** By label. */
  readonly conditions: Plain;
}

const FILE = resolve(import.meta.dirname, "../../../../../tests/fixtures/documents/commands.json");
const CASES = JSON.parse(readFileSync(FILE, "utf8")) as readonly Case[];

function setUpCase({ roots, structure }: Case): TreeEditing {
  const doc = new Y.Doc();
  Object.entries(roots).forEach(([root, pieces], place) => {
    getRoots(doc).set(root, new Y.Map([["order", `a${place}`]]));
    pieces.forEach((piece, index) => {
      instantiatePiece(doc, piece, [root, `a${index}`, root]);
    });
  });
  return { doc, history: new History(doc), structure: STRUCTURES[structure] };
}

function findId({ doc, structure }: TreeEditing, label: string): string {
  const labelled = [...iterateBranches(readSnapshot(doc, structure))].find(
    ({ branch }) => readSettings(doc, branch).label === label,
  );
  return labelled?.branch.id ?? label;
}

function readSettings(doc: Y.Doc, { id }: Branch): Settings {
  const node = getNodes(doc).get(id);
  return node ? (toPlain(getNodeSettings(node)) as Settings) : {};
}

/** `added` has the ids of added roots, by their names in the fixture. */
function runCommand(editing: TreeEditing, one: Command, added: Map<string, string>): boolean {
  const idIn = (name: string) => added.get(name) ?? findId(editing, name);
  switch (one.command) {
    case "insert":
      return insert(editing, one.piece, buildTreePosition(idIn(one.parent), one.slot ?? "", one.index)) !== undefined;
    case "move":
      return move(editing, idIn(one.node), buildTreePosition(idIn(one.parent), one.slot ?? "", one.index));
    case "remove":
      return remove(editing, idIn(one.node));
    case "updateSettings":
      return updateSettings(editing, idIn(one.node), one.changes);
    case "setCondition":
      return setCondition(editing, idIn(one.node), one.condition);
    case "setLocked":
      setLocked(editing, idIn(one.node), one.isLocked);
      return true;
    case "updateGlobals":
      updateGlobals(editing, one.changes);
      return true;
    case "addRoot": {
      const id = addRoot(editing, { children: one.children });
      if (id !== undefined) added.set(one.as, id);
      return id !== undefined;
    }
    case "renameRoot":
      return renameRoot(editing, idIn(one.root), one.name);
    case "removeRoot":
      return removeRoot(editing, idIn(one.root));
  }
}

test.each(CASES)("$name, as on the server", (each) => {
  const editing = setUpCase(each);
  const { doc, structure } = editing;
  const added = new Map<string, string>();

  for (const one of each.commands) expect(runCommand(editing, one, added)).toBe(one.refused === undefined);

  const now = readSnapshot(doc, structure);
  const nameOf = new Map([...added].map(([name, id]) => [id, name]));
  const describeBranch = (branch: Branch): Plain => ({
    settings: readSettings(doc, branch),
    children: branch.children.map(describeBranch),
    ...(branch.slot ? { slot: branch.slot } : {}),
  });
  const nodes = [...iterateBranches(now)].map(({ branch }) => ({
    label: String(readSettings(doc, branch).label),
    condition: toPlain(getNodes(doc).get(branch.id)?.get("condition")),
    isLocked: getNodes(doc).get(branch.id)?.get("locked") === true,
  }));
  const trees = [...now.tree].map(([root, branches]) => [nameOf.get(root) ?? root, branches.map(describeBranch)]);
  expect(Object.fromEntries(trees)).toEqual(each.tree);
  expect(toPlain(getGlobals(doc))).toEqual(each.globals);
  expect(Object.fromEntries([...now.names].map(([root, name]) => [nameOf.get(root) ?? root, name]))).toEqual(
    each.names,
  );
  expect(nodes.filter(({ isLocked }) => isLocked).map(({ label }) => label)).toEqual(each.locked);
  expect(
    Object.fromEntries(nodes.flatMap(({ label, condition }) => (condition === null ? [] : [[label, condition]]))),
  ).toEqual(each.conditions);
});
