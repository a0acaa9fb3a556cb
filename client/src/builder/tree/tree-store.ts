import type * as Y from "yjs";
import { DocumentStore } from "../collab/store/document-store";
import { type Snapshot, snapshot } from "./model/snapshot";
import type { Branch, Tree } from "./model/tree";

/** What a document says whose nodes make a tree. */
export type TreeStore = DocumentStore<Snapshot>;

export function treeStore(doc: Y.Doc): TreeStore {
  return new DocumentStore(doc, {
    read: snapshot,
    keep: (before, now) => ({ ...now, tree: kept(before.tree, now.tree) }),
  });
}

/** The tree that is now, made of the branches of before wherever they say the same. */
function kept(before: Tree, now: Tree): Tree {
  const known = new Map<string, Branch>();
  const gather = (branches: readonly Branch[]): void => {
    for (const branch of branches) {
      known.set(branch.id, branch);
      gather(branch.children);
    }
  };
  for (const branches of before.values()) gather(branches);

  const keep = (branch: Branch): Branch => {
    const children = keepAll(branch.children, known.get(branch.id)?.children);
    const old = known.get(branch.id);
    const isSame = old && old.children === children && old.kind === branch.kind && old.level === branch.level;
    return isSame ? old : { ...branch, children };
  };
  const keepAll = (branches: readonly Branch[], old: readonly Branch[] | undefined): readonly Branch[] => {
    const kept = branches.map(keep);
    return old && old.length === kept.length && kept.every((branch, index) => branch === old[index]) ? old : kept;
  };
  return new Map([...now].map(([root, branches]) => [root, keepAll(branches, before.get(root))]));
}
