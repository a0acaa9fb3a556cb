/** The tree of a document as plain values, which stay the same while the document changes. */
import * as Y from "yjs";
import { nodesIn, rootsIn } from "../../collab/maps";
import { compare, isName } from "../../collab/names";
import { isGroup, plain, type Settings } from "../../collab/values";
import { type Node, read } from "./records";
import type { Structure } from "./structure";
import { grow, type Tree } from "./tree";

/** The kind of a root, such as a popup, and its stored settings. */
export interface RootSettings {
  readonly kind: string;
  readonly settings: Settings;
}

export interface Snapshot {
  readonly structure: Structure;
  readonly nodes: ReadonlyMap<string, Node>;
  /** Ids in the order in which they are shown. */
  readonly roots: readonly string[];
  /** The names of the roots that have one. */
  readonly names: ReadonlyMap<string, string>;
  /** The roots that have a kind. */
  readonly rootSettings: ReadonlyMap<string, RootSettings>;
  readonly tree: Tree;
}

/** The valid nodes of a document, its roots and the drawn tree. */
export function snapshot(doc: Y.Doc, structure: Structure): Snapshot {
  const nodes = new Map<string, Node>();
  for (const [id, value] of nodesIn(doc).entries()) {
    const node = read(value, structure);
    if (node && isName(id)) nodes.set(id, node);
  }
  const roots = [...rootsIn(doc).entries()]
    .map(([id, root]) => ({ id, order: root instanceof Y.Map ? root.get("order") : undefined }))
    .filter((root): root is { id: string; order: string } => isName(root.order))
    .sort((left, right) => compare(left.order, right.order) || compare(left.id, right.id))
    .map(({ id }) => id);
  return {
    structure,
    nodes,
    roots,
    names: namesOf(doc, roots),
    rootSettings: rootSettingsOf(doc, roots),
    tree: grow(nodes, roots, structure),
  };
}

function rootSettingsOf(doc: Y.Doc, roots: readonly string[]): ReadonlyMap<string, RootSettings> {
  return new Map(
    roots.flatMap((id): readonly (readonly [string, RootSettings])[] => {
      const root = rootsIn(doc).get(id);
      const [kind, settings] = [root?.get("kind"), plain(root?.get("settings"))];
      return isName(kind) ? [[id, { kind, settings: isGroup(settings) ? settings : {} }]] : [];
    }),
  );
}

function namesOf(doc: Y.Doc, roots: readonly string[]): ReadonlyMap<string, string> {
  const named = roots.map((id): [string, unknown] => [id, rootsIn(doc).get(id)?.get("name")]);
  return new Map(named.filter((each): each is [string, string] => typeof each[1] === "string" && each[1] !== ""));
}
