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
import { move } from "./move";
import { remove } from "./remove";
import { renameRoot } from "./roots";
import { updateGlobals, updateSettings } from "./settings";

interface Command {
  readonly command: "insert" | "move" | "remove" | "updateSettings" | "updateGlobals" | "renameRoot";
  readonly piece: Piece;
  readonly node: string;
  readonly parent: string;
  readonly slot?: string;
  readonly index: number;
  readonly changes: Settings;
  readonly root: string;
  readonly name: string;
  readonly isRefused?: boolean;
}

interface Case {
  readonly name: string;
  readonly structure: keyof typeof STRUCTURES;
  readonly roots: Readonly<Record<string, readonly Piece[]>>;
  readonly commands: readonly Command[];
  readonly tree: Plain;
  readonly globals: Plain;
  readonly names: Readonly<Record<string, string>>;
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

function run(editing: TreeEditing, one: Command): boolean {
  const place = () => placeIn(idOf(editing, one.parent), one.slot ?? "", one.index);
  switch (one.command) {
    case "insert":
      return insert(editing, one.piece, place()) !== undefined;
    case "move":
      return move(editing, idOf(editing, one.node), place());
    case "remove":
      return remove(editing, idOf(editing, one.node));
    case "updateSettings":
      return updateSettings(editing, idOf(editing, one.node), one.changes);
    case "updateGlobals":
      updateGlobals(editing, one.changes);
      return true;
    case "renameRoot":
      return renameRoot(editing, one.root, one.name);
  }
}

test.each(CASES)("$name, as on the server", (each) => {
  const editing = started(each);
  const { doc, structure } = editing;

  for (const one of each.commands) expect(run(editing, one)).toBe(!one.isRefused);

  const now = snapshot(doc, structure);
  const drawn = (branch: Branch): Plain => ({
    settings: settingsIn(doc, branch),
    children: branch.children.map(drawn),
    ...(branch.slot ? { slot: branch.slot } : {}),
  });
  expect(Object.fromEntries([...now.tree].map(([root, branches]) => [root, branches.map(drawn)]))).toEqual(each.tree);
  expect(plain(globalsIn(doc))).toEqual(each.globals);
  expect(Object.fromEntries(now.names)).toEqual(each.names);
});
