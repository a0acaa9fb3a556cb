import * as Y from "yjs";
import { createRandomId } from "@/lib/api/ids";
import { buildFieldKey } from "../../collab/field-key";
import { type GroupStarts, mergeSettings, prepareGroups } from "../../collab/groups";
import { getRoots } from "../../collab/maps";
import { generateOrder, isOrder } from "../../collab/order";
import { replaceReferences, type Settings, toSharedMap } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { generateIds, instantiatePiece, type Piece, readPiece } from "../model/pieces";
import { type RootSettings, readSnapshot, type Snapshot } from "../model/snapshot";
import { computeExtent, hasCapacityFor } from "../model/tree-positions";

/** A root as plain values, without its name. */
export interface RootPiece extends Partial<RootSettings> {
  /** Id of the root it was made from. References to it lead to the new root. */
  readonly origin?: string;
  readonly children: readonly Piece[];
}

/** A root as a piece; undefined if it does not exist. */
export function readRootPiece(doc: Y.Doc, now: Snapshot, id: string): RootPiece | undefined {
  const children = now.tree.get(id)?.map((branch) => readPiece(doc, branch));
  return children && { origin: id, ...now.rootSettings.get(id), children };
}

/** Adds a root after all others. Returns its id; undefined if the document is full or read-only. */
export function addRoot(
  { doc, history, structure, isViewed = false }: TreeEditing,
  { origin, kind, settings = {}, children }: RootPiece,
): string | undefined {
  const now = readSnapshot(doc, structure);
  const count = children.reduce((total, child) => total + computeExtent(child).count, 0);
  if (isViewed || !hasCapacityFor(now, count)) return undefined;
  const orders = now.roots.map((id) => String(getRoots(doc).get(id)?.get("order"))).filter(isOrder);
  return history.act(() => {
    const id = createRandomId();
    const ids = new Map([...generateIds(children), ...(origin === undefined ? [] : [[origin, id] as const])]);
    const root = new Y.Map<unknown>([["order", generateOrder(orders.at(-1) ?? null, null)]]);
    if (kind !== undefined) {
      root.set("kind", kind);
      root.set("settings", toSharedMap(replaceReferences(settings, ids)));
    }
    getRoots(doc).set(id, root);
    let order: string | null = null;
    for (const child of children) {
      order = generateOrder(order, null);
      instantiatePiece(doc, child, [id, order, id], ids);
    }
    return id;
  });
}

/** Adds a copy of a root. Returns its id; undefined if the root is gone, or the document is full or read-only. */
export function copyRoot(editing: TreeEditing, from: string): string | undefined {
  const piece = readRootPiece(editing.doc, readSnapshot(editing.doc, editing.structure), from);
  return piece && addRoot(editing, piece);
}

/** Changes settings of a root that has a kind. Returns false if it has none, is gone, or the document is read-only. */
export function updateRoot(editing: TreeEditing, id: string, changes: Settings, starts: GroupStarts = {}): boolean {
  const { doc, history, structure, isViewed = false } = editing;
  const root = getRoots(doc).get(id);
  if (isViewed || !root || !readSnapshot(doc, structure).rootSettings.has(id)) return false;
  const change = { settings: changes };
  prepareGroups(root, change, { settings: { content: {}, inside: starts } });
  history.act(() => mergeSettings(root, change), buildFieldKey(id, changes));
  return true;
}

/**
 * Names a root; an empty name removes its name. Returns false if the root does not exist, or the document is read-only.
 */
export function renameRoot({ doc, history, isViewed = false }: TreeEditing, id: string, name: string): boolean {
  const root = getRoots(doc).get(id);
  if (!root || isViewed) return false;
  history.act(() => (name ? root.set("name", name) : root.delete("name")));
  return true;
}

/**
 * Deletes a root with all its nodes; undo restores it. Returns false for the last root, if it does not exist, or the
 * document is read-only.
 */
export function removeRoot({ doc, history, structure, isViewed = false }: TreeEditing, id: string): boolean {
  const { roots } = readSnapshot(doc, structure);
  if (isViewed || roots.length < 2 || !roots.includes(id)) return false;
  history.act(() => getRoots(doc).delete(id));
  return true;
}
