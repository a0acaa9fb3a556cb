/**
 * The document of an editor, as stored in Yjs.
 *
 * `nodes` maps an id to a node: its `level`, its `kind`, its position (`at`) and its `settings`. `roots` maps an id to
 * the top of a tree of its own: the body, a variant of it, a popup row. `settings` are document-wide.
 */
import * as Y from "yjs";
import { listItemIds } from "../../collab/items";
import { isName, isStoredOrder } from "../../collab/names";
import { toPlain } from "../../collab/values";
import { getLevel, type TreeStructure } from "./structure";

/**
 * Position of a node: the id of its parent (a root, another node, or `REMOVED`), its order among its siblings, the root
 * that it was placed under, and the slot in a parent that has several. A single value makes a move atomic: of two
 * concurrent moves, one wins.
 */
export type NodePosition = readonly [parent: string, order: string, root: string, slot?: string];

export interface Node {
  /** A level of the editor's structure. It never changes. */
  readonly level: string;
  readonly kind: string;
  readonly at: NodePosition;
  /** Slots for its children; absent if its kind has none. */
  readonly slots?: readonly string[];
}

/** Parent of deleted nodes. Nodes that others add to them concurrently are deleted, too; undo restores all of them. */
export const REMOVED = "removed";

/** A node as a plain value; undefined if it is invalid, as a third-party client might have stored it. */
export function readNode(node: unknown, structure: TreeStructure): Node | undefined {
  if (!(node instanceof Y.Map)) return undefined;
  const [level, kind, at, settings] = [node.get("level"), node.get("kind"), node.get("at"), node.get("settings")];
  if (!getLevel(structure, level) || !isName(kind) || !isNodePosition(at, structure) || !(settings instanceof Y.Map))
    return undefined;
  const field = Object.hasOwn(structure.slots, kind) ? structure.slots[kind] : undefined;
  const known = { level: level as string, kind, at };
  return field === undefined ? known : { ...known, slots: listItemIds(toPlain(settings.get(field))) };
}

function isNodePosition(value: unknown, { slots }: TreeStructure): value is NodePosition {
  if (!Array.isArray(value) || value.length < 3 || value.length > 4) return false;
  const [parent, order, root, slot] = value as readonly unknown[];
  if (value.length === 4 && !(isName(slot) && Object.keys(slots).length > 0)) return false;
  return isName(parent) && isStoredOrder(order) && isName(root);
}
