/** Parts of a document as plain values, to insert, duplicate and copy them. */

import * as Y from "yjs";
import { createRandomId } from "@/lib/api/ids";
import { getNodeSettings, getNodes, type NodeMap } from "../../collab/maps";
import { generateOrder } from "../../collab/order";
import { replaceReferences, type Settings, toPlain, toSharedMap } from "../../collab/values";
import type { NodePosition } from "./records";
import type { Branch } from "./tree";

export interface Piece {
  /** Id of the node it was made from. References to it lead to the planted node. */
  readonly origin?: string;
  readonly level: string;
  readonly kind: string;
  readonly settings: Settings;
  /** Condition that a recipient must match to see it, in the format of the app that renders the document. */
  readonly condition?: Settings;
  readonly locked?: boolean;
  /** Slot in the parent, if the parent has several. */
  readonly slot?: string;
  readonly children: readonly Piece[];
}

/** A branch of a document as a piece, without its position. */
export function readPiece(doc: Y.Doc, branch: Branch): Piece {
  const top: Piece[] = [];
  const waiting: { readonly branch: Branch; readonly into: Piece[]; readonly slot: string }[] = [
    { branch, into: top, slot: "" },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, level, kind, children } = next.branch;
    const node = getNodes(doc).get(id);
    const condition = node?.get("condition");
    const inside: Piece[] = [];
    next.into.push({
      origin: id,
      level,
      kind,
      settings: node ? (toPlain(getNodeSettings(node)) as Settings) : {},
      ...(condition === undefined ? {} : { condition: toPlain(condition) as Settings }),
      ...(node?.get("locked") === true ? { locked: true } : {}),
      ...(next.slot === "" ? {} : { slot: next.slot }),
      children: inside,
    });
    // The stack pops the last entry first: a node is visited before its children, and siblings in order.
    for (const child of [...children].reverse()) waiting.push({ branch: child, into: inside, slot: child.slot });
  }
  return top[0] as Piece;
}

/** New ids of the nodes that these pieces were made from. */
export function generateIds(pieces: readonly Piece[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const waiting = [...pieces];
  for (const { origin, children } of waiting) {
    if (origin !== undefined) ids.set(origin, createRandomId());
    waiting.push(...children);
  }
  return ids;
}

/** Inserts a piece under new ids, within the caller's transaction. Returns the id of its top node. */
export function instantiatePiece(
  doc: Y.Doc,
  piece: Piece,
  at: NodePosition,
  ids: ReadonlyMap<string, string> = generateIds([piece]),
): string {
  const idOf = ({ origin }: Piece) => (origin === undefined ? undefined : ids.get(origin)) ?? createRandomId();
  const top = idOf(piece);
  const waiting: { readonly id: string; readonly piece: Piece; readonly at: NodePosition }[] = [{ id: top, piece, at }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, piece: own } = next;
    const node: NodeMap = new Y.Map<unknown>([
      ["level", own.level],
      ["kind", own.kind],
      ["at", next.at],
      ["settings", toSharedMap(replaceReferences(own.settings, ids))],
    ]);
    if (own.condition !== undefined) node.set("condition", own.condition);
    if (own.locked) node.set("locked", true);
    getNodes(doc).set(id, node);
    let order: string | null = null;
    const inside = own.children.map((child) => {
      order = generateOrder(order, null);
      const place: NodePosition = child.slot ? [id, order, at[2], child.slot] : [id, order, at[2]];
      return { id: idOf(child), piece: child, at: place };
    });
    waiting.push(...inside.reverse());
  }
  return top;
}
