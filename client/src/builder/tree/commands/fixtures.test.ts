import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { globalsIn, nodesIn, rootsIn, settingsOf } from "../../collab/maps";
import { type Plain, plain, type Settings } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { type Piece, plant } from "../model/pieces";
import { placeIn, walk } from "../model/places";
import { snapshot } from "../model/snapshot";
import type { Branch } from "../model/tree";
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

function started({ roots, structure }: Case): TreeEditing {
  const doc = new Y.Doc();
  Object.entries(roots).forEach(([root, pieces], place) => {
    rootsIn(doc).set(root, new Y.Map([["order", `a${place}`]]));
    pieces.forEach((piece, index) => {
      plant(doc, piece, [root, `a${index}`, root]);
    });
  });
  return { doc, history: new History(doc), structure: STRUCTURES[structure] };
}

function idOf({ doc, structure }: TreeEditing, label: string): string {
  const labelled = [...walk(snapshot(doc, structure))].find(({ branch }) => settingsIn(doc, branch).label === label);
  return labelled?.branch.id ?? label;
}

function settingsIn(doc: Y.Doc, { id }: Branch): Settings {
  const node = nodesIn(doc).get(id);
  return node ? (plain(settingsOf(node)) as Settings) : {};
}

/** `added` has the ids of added roots, by their names in the fixture. */
function run(editing: TreeEditing, one: Command, added: Map<string, string>): boolean {
  const idIn = (name: string) => added.get(name) ?? idOf(editing, name);
  switch (one.command) {
    case "insert":
      return insert(editing, one.piece, placeIn(idIn(one.parent), one.slot ?? "", one.index)) !== undefined;
    case "move":
      return move(editing, idIn(one.node), placeIn(idIn(one.parent), one.slot ?? "", one.index));
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
  const editing = started(each);
  const { doc, structure } = editing;
  const added = new Map<string, string>();

  for (const one of each.commands) expect(run(editing, one, added)).toBe(one.refused === undefined);

  const now = snapshot(doc, structure);
  const nameOf = new Map([...added].map(([name, id]) => [id, name]));
  const drawn = (branch: Branch): Plain => ({
    settings: settingsIn(doc, branch),
    children: branch.children.map(drawn),
    ...(branch.slot ? { slot: branch.slot } : {}),
  });
  const nodes = [...walk(now)].map(({ branch }) => ({
    label: String(settingsIn(doc, branch).label),
    condition: plain(nodesIn(doc).get(branch.id)?.get("condition")),
    isLocked: nodesIn(doc).get(branch.id)?.get("locked") === true,
  }));
  const trees = [...now.tree].map(([root, branches]) => [nameOf.get(root) ?? root, branches.map(drawn)]);
  expect(Object.fromEntries(trees)).toEqual(each.tree);
  expect(plain(globalsIn(doc))).toEqual(each.globals);
  expect(Object.fromEntries([...now.names].map(([root, name]) => [nameOf.get(root) ?? root, name]))).toEqual(
    each.names,
  );
  expect(nodes.filter(({ isLocked }) => isLocked).map(({ label }) => label)).toEqual(each.locked);
  expect(
    Object.fromEntries(nodes.flatMap(({ label, condition }) => (condition === null ? [] : [[label, condition]]))),
  ).toEqual(each.conditions);
});
