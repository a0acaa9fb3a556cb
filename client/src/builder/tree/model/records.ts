/**
 * The document of an editor, as it lies in Yjs.
 *
 * `nodes` maps an id to a map of what the node is (`level`, `kind`), where it is (`at`) and its `settings`; `roots` maps
 * an id to a drawn place of its own (the body, a variant of it, a popup row); `settings` are those of the whole.
 */
import * as Y from "yjs";
import { type Plain, plain } from "../../collab/values";
import { levelOf, MAX_SLOTS, type Structure } from "./structure";

/**
 * Where a node is: the id of its parent (a root, another node, or `REMOVED`), its order among its siblings, the root
 * under which it was put there, and the slot of a parent that has several places. One value, so that a move is whole: of
 * two at the same time, one wins.
 */
export type At = readonly [parent: string, order: string, root: string, slot?: string];

export interface Node {
  /** A level of the editor's structure, which never changes. */
  readonly level: string;
  readonly kind: string;
  readonly at: At;
  /** The places that it has for others; absent where it has one. */
  readonly slots?: readonly string[];
}

/** The parent of what was taken out: what others add to it meanwhile goes with it, and undo brings all of it back. */
export const REMOVED = "removed";

/** Ids, orders and kinds: of other characters the server would sort some differently. */
const NAME = /^[!-~]{1,64}$/;
/** Of many things put at one place, one before the other, each order is longer than the last. */
const ORDER = /^[!-~]{1,512}$/;

export function isName(value: unknown): value is string {
  return typeof value === "string" && NAME.test(value);
}

/** A node as a plain value; undefined when it is not one, which a client that we did not write may have stored. */
export function read(node: unknown, structure: Structure): Node | undefined {
  if (!(node instanceof Y.Map)) return undefined;
  const [level, kind, at, settings] = [node.get("level"), node.get("kind"), node.get("at"), node.get("settings")];
  if (!levelOf(structure, level) || !isName(kind) || !isAt(at) || !(settings instanceof Y.Map)) return undefined;
  const field = Object.hasOwn(structure.slots, kind) ? structure.slots[kind] : undefined;
  const known = { level: level as string, kind, at };
  return field === undefined ? known : { ...known, slots: slotsIn(plain(settings.get(field))) };
}

function isAt(value: unknown): value is At {
  if (!Array.isArray(value) || value.length < 3 || value.length > 4) return false;
  const [parent, order, root, slot] = value as readonly unknown[];
  if (value.length === 4 && !isName(slot)) return false;
  return isName(parent) && typeof order === "string" && ORDER.test(order) && isName(root);
}

/** The ids of the first items of a setting, each once. */
function slotsIn(items: Plain): readonly string[] {
  const ids = Array.isArray(items) ? items.map((item: Plain) => (item as { readonly id?: Plain } | null)?.id) : [];
  return [...new Set(ids.filter(isName))].slice(0, MAX_SLOTS);
}
