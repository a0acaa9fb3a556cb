/** The tree of a document as plain values, which stay the same while the document changes. */
import * as Y from "yjs";
import { getNodes, getRoots } from "../../collab/maps";
import { compare, isName, isStoredOrder } from "../../collab/names";
import { isGroup, type Settings, toPlain } from "../../collab/values";
import { type Node, readNode } from "./records";
import type { TreeStructure } from "./structure";
import { buildTree, type Tree } from "./tree";

/** The kind of a root, such as a popup, and its stored settings. */
export interface RootSettings {
  readonly kind: string;
  readonly settings: Settings;
}

export interface Snapshot {
  readonly structure: TreeStructure;
  readonly nodes: ReadonlyMap<string, Node>;
  /** Ids in the order in which they are shown. */
  readonly roots: readonly string[];
  /** The names of the roots that have one. */
  readonly names: ReadonlyMap<string, string>;
  /** The roots that have a kind. */
  readonly rootSettings: ReadonlyMap<string, RootSettings>;
  readonly tree: Tree;
}

/** The valid nodes of a document, its roots and the visible tree. */
export function readSnapshot(doc: Y.Doc, structure: TreeStructure): Snapshot {
  const nodes = new Map<string, Node>();
  for (const [id, value] of getNodes(doc).entries()) {
    const node = readNode(value, structure);
    if (node && isName(id)) nodes.set(id, node);
  }
  const roots = [...getRoots(doc).entries()]
    .map(([id, root]) => ({ id, order: root instanceof Y.Map ? root.get("order") : undefined }))
    .filter((root): root is { id: string; order: string } => isStoredOrder(root.order))
    .sort((left, right) => compare(left.order, right.order) || compare(left.id, right.id))
    .map(({ id }) => id);
  return {
    structure,
    nodes,
    roots,
    names: readRootNames(doc, roots),
    rootSettings: readRootSettings(doc, roots),
    tree: buildTree(nodes, roots, structure),
  };
}

function readRootSettings(doc: Y.Doc, roots: readonly string[]): ReadonlyMap<string, RootSettings> {
  return new Map(
    roots.flatMap((id): readonly (readonly [string, RootSettings])[] => {
      const root = getRoots(doc).get(id);
      const [kind, settings] = [root?.get("kind"), toPlain(root?.get("settings"))];
      return isName(kind) ? [[id, { kind, settings: isGroup(settings) ? settings : {} }]] : [];
    }),
  );
}

function readRootNames(doc: Y.Doc, roots: readonly string[]): ReadonlyMap<string, string> {
  const named = roots.map((id): [string, unknown] => [id, getRoots(doc).get(id)?.get("name")]);
  return new Map(named.filter((each): each is [string, string] => typeof each[1] === "string" && each[1] !== ""));
}
