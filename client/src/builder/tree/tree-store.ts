import type * as Y from "yjs";
import { DocumentStore } from "../collab/store/document-store";
import { isEqual } from "../collab/values";
import { type RootSettings, readSnapshot, type Snapshot } from "./model/snapshot";
import type { TreeStructure } from "./model/structure";
import type { Branch, Tree } from "./model/tree";

/** The store of a document whose nodes form a tree. */
export type TreeStore = DocumentStore<Snapshot>;

export function createTreeStore(doc: Y.Doc, structure: TreeStructure): TreeStore {
  return new DocumentStore(doc, {
    maps: ["roots"],
    read: (now) => readSnapshot(now, structure),
    keep: (before, now) => ({
      ...now,
      rootSettings: reuseSettings(before.rootSettings, now.rootSettings),
      tree: reuseBranches(before.tree, now.tree),
    }),
    isStructure: (kind, setting) => typeof kind === "string" && structure.slots[kind] === setting,
  });
}

function reuseSettings(
  before: Snapshot["rootSettings"],
  now: Snapshot["rootSettings"],
): ReadonlyMap<string, RootSettings> {
  return new Map(
    [...now].map(([id, root]) => {
      const old = before.get(id);
      return [id, old && isEqual({ ...old }, { ...root }) ? old : root];
    }),
  );
}

/** The current tree, with the previous branches wherever both have the same content. */
function reuseBranches(before: Tree, now: Tree): Tree {
  const known = new Map<string, Branch>();
  for (const branches of before.values()) for (const branch of listDescendants(branches)) known.set(branch.id, branch);
  const same = new Map<string, Branch>();
  const keepAll = (branches: readonly Branch[], old: readonly Branch[] | undefined): readonly Branch[] => {
    const next = branches.map(({ id }) => same.get(id) as Branch);
    return old && old.length === next.length && next.every((branch, index) => branch === old[index]) ? old : next;
  };
  return new Map(
    [...now].map(([root, branches]) => {
      // Innermost first: a branch is unchanged only if its children are.
      for (const branch of listDescendants(branches).reverse()) {
        const old = known.get(branch.id);
        const children = keepAll(branch.children, old?.children);
        const isSame =
          old?.children === children &&
          old.kind === branch.kind &&
          old.level === branch.level &&
          old.slot === branch.slot;
        same.set(branch.id, isSame && old ? old : { ...branch, children });
      }
      return [root, keepAll(branches, before.get(root))];
    }),
  );
}

/** The branches with their descendants, parents first. */
function listDescendants(branches: readonly Branch[]): Branch[] {
  const all = [...branches];
  for (const branch of all) all.push(...branch.children);
  return all;
}
