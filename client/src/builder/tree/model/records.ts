/**
 * The document of an editor, as it lies in Yjs.
 *
 * `nodes` maps an id to a map of what the node is (`level`, `kind`), where it is (`at`) and its `settings`; `roots` maps
 * an id to a drawn place of its own (the body, a variant of it, a popup row); `settings` are those of the whole.
 */
import * as Y from "yjs";

/** Rows hold columns, columns hold components and one more layer of rows. A level never changes. */
export type Level = "row" | "column" | "component";

/**
 * Where a node is: the id of its parent (a root, a row, a column, or `REMOVED`), its place among its siblings, and the
 * root under which it was put there. One value, so that a move is whole: of two at the same time, one wins.
 */
export type At = readonly [parent: string, order: string, home: string];

export interface Node {
  readonly level: Level;
  /** What a component is; of rows and columns their own name. */
  readonly kind: string;
  readonly at: At;
}

/** The parent of what was taken out: what others add to it meanwhile goes with it, and undo brings all of it back. */
export const REMOVED = "removed";

const LEVELS: ReadonlySet<unknown> = new Set<Level>(["row", "column", "component"]);

/** Ids, orders and kinds: of other characters the server would sort some differently. */
const NAME = /^[!-~]{1,64}$/;
/** Of many things put at one place, one before the other, each order is longer than the last. */
const ORDER = /^[!-~]{1,512}$/;

export function isName(value: unknown): value is string {
  return typeof value === "string" && NAME.test(value);
}

/** A node as a plain value; undefined when it is not one, which a client that we did not write may have stored. */
export function read(node: unknown): Node | undefined {
  if (!(node instanceof Y.Map)) return undefined;
  const [level, kind, at, settings] = [node.get("level"), node.get("kind"), node.get("at"), node.get("settings")];
  if (!LEVELS.has(level) || !isName(kind) || !isAt(at) || !(settings instanceof Y.Map)) return undefined;
  return { level: level as Level, kind, at };
}

function isAt(value: unknown): value is At {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [parent, order, home] = value as readonly unknown[];
  return isName(parent) && typeof order === "string" && ORDER.test(order) && isName(home);
}
