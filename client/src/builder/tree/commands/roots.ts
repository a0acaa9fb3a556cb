import * as Y from "yjs";
import { randomId } from "@/lib/api/ids";
import { fieldOf } from "../../collab/field-of";
import { type GroupStarts, mergeSettings, prepareGroups } from "../../collab/groups";
import { rootsIn } from "../../collab/maps";
import { between, isOrder } from "../../collab/order";
import { type Settings, sharedSettings, withReferences } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { newIds, type Piece, pieceOf, plant } from "../model/pieces";
import { extentOf, hasRoomFor } from "../model/places";
import { type RootSettings, type Snapshot, snapshot } from "../model/snapshot";

/** A root as plain values, without its name. */
export interface RootPiece extends Partial<RootSettings> {
  /** Id of the root it was made from. References to it lead to the new root. */
  readonly origin?: string;
  readonly children: readonly Piece[];
}

/** A root as a piece; undefined if it does not exist. */
export function rootPieceOf(doc: Y.Doc, now: Snapshot, id: string): RootPiece | undefined {
  const children = now.tree.get(id)?.map((branch) => pieceOf(doc, branch));
  return children && { origin: id, ...now.rootSettings.get(id), children };
}

/** Adds a root after all others. Returns its id; undefined if the document is full or read-only. */
export function addRoot(
  { doc, history, structure, isViewed = false }: TreeEditing,
  { origin, kind, settings = {}, children }: RootPiece,
): string | undefined {
  const now = snapshot(doc, structure);
  const count = children.reduce((total, child) => total + extentOf(child).count, 0);
  if (isViewed || !hasRoomFor(now, count)) return undefined;
  const orders = now.roots.map((id) => String(rootsIn(doc).get(id)?.get("order"))).filter(isOrder);
  return history.act(() => {
    const id = randomId();
    const ids = new Map([...newIds(children), ...(origin === undefined ? [] : [[origin, id] as const])]);
    const root = new Y.Map<unknown>([["order", between(orders.at(-1) ?? null, null)]]);
    if (kind !== undefined) {
      root.set("kind", kind);
      root.set("settings", sharedSettings(withReferences(settings, ids)));
    }
    rootsIn(doc).set(id, root);
    let order: string | null = null;
    for (const child of children) {
      order = between(order, null);
      plant(doc, child, [id, order, id], ids);
    }
    return id;
  });
}

/** Adds a copy of a root. Returns its id; undefined if the root is gone, or the document is full or read-only. */
export function copyRoot(editing: TreeEditing, from: string): string | undefined {
  const piece = rootPieceOf(editing.doc, snapshot(editing.doc, editing.structure), from);
  return piece && addRoot(editing, piece);
}

/** Changes settings of a root that has a kind. Returns false if it has none, is gone, or the document is read-only. */
export function updateRoot(editing: TreeEditing, id: string, changes: Settings, starts: GroupStarts = {}): boolean {
  const { doc, history, structure, isViewed = false } = editing;
  const root = rootsIn(doc).get(id);
  if (isViewed || !root || !snapshot(doc, structure).rootSettings.has(id)) return false;
  const change = { settings: changes };
  prepareGroups(root, change, { settings: { content: {}, inside: starts } });
  history.act(() => mergeSettings(root, change), fieldOf(id, changes));
  return true;
}

/**
 * Names a root; an empty name removes its name. Returns false if the root does not exist, or the document is read-only.
 */
export function renameRoot({ doc, history, isViewed = false }: TreeEditing, id: string, name: string): boolean {
  const root = rootsIn(doc).get(id);
  if (!root || isViewed) return false;
  history.act(() => (name ? root.set("name", name) : root.delete("name")));
  return true;
}

/**
 * Deletes a root with all its nodes; undo restores it. Returns false for the last root, if it does not exist, or the
 * document is read-only.
 */
export function removeRoot({ doc, history, structure, isViewed = false }: TreeEditing, id: string): boolean {
  const { roots } = snapshot(doc, structure);
  if (isViewed || roots.length < 2 || !roots.includes(id)) return false;
  history.act(() => rootsIn(doc).delete(id));
  return true;
}
