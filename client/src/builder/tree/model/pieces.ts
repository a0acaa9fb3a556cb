/** Parts of a document as plain values: what is inserted, duplicated, copied, and kept in a version. */
import * as Y from "yjs";
import { type NodeMap, nodesIn, settingsOf } from "../../collab/maps";
import { plain, type Settings, sharedSettings } from "../../collab/values";
import { between } from "./order";
import type { At, Level } from "./records";
import type { Branch } from "./tree";

export interface Piece {
  readonly level: Level;
  readonly kind: string;
  readonly settings: Settings;
  /** By whom it is seen; as the app that fills it in understands it. */
  readonly condition?: Settings;
  readonly locked?: boolean;
  readonly children: readonly Piece[];
}

/** A branch of a document as a piece. */
export function pieceOf(doc: Y.Doc, { id, level, kind, children }: Branch): Piece {
  const node = nodesIn(doc).get(id);
  const condition = node?.get("condition");
  return {
    level,
    kind,
    settings: node ? (plain(settingsOf(node)) as Settings) : {},
    ...(condition === undefined ? {} : { condition: plain(condition) as Settings }),
    ...(node?.get("locked") === true ? { locked: true } : {}),
    children: children.map((child) => pieceOf(doc, child)),
  };
}

/** Puts a piece into a document under new ids, within the transaction of who calls; answers the id of its top. */
export function plant(doc: Y.Doc, piece: Piece, at: At): string {
  const id = crypto.randomUUID();
  const node: NodeMap = new Y.Map<unknown>([
    ["level", piece.level],
    ["kind", piece.kind],
    ["at", at],
    ["settings", sharedSettings(piece.settings)],
  ]);
  if (piece.condition !== undefined) node.set("condition", piece.condition);
  if (piece.locked) node.set("locked", true);
  nodesIn(doc).set(id, node);
  let order: string | null = null;
  for (const child of piece.children) {
    order = between(order, null);
    plant(doc, child, [id, order, at[2]]);
  }
  return id;
}
