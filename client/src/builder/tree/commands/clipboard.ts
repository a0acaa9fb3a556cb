import type { Editing } from "../../collab/editing";
import { type Piece, pieceOf } from "../model/pieces";
import { find } from "../model/places";
import type { Level } from "../model/records";
import { snapshot } from "../model/snapshot";
import { HOLDS } from "../model/tree";

/** What stands before a copied part, so that other text in the clipboard is told apart from it. */
const MARK = "application/vnd.dashboard.part+json;";

/** A part as text for the clipboard, to be pasted into any document of the same editor in any browser. */
export function copied({ doc }: Editing, editor: string, id: string): string | undefined {
  const found = find(snapshot(doc), id);
  return found && MARK + JSON.stringify({ editor, piece: pieceOf(doc, found.branch) });
}

/** The part in a text of the clipboard; undefined when it is none, or one of another editor. */
export function partIn(text: string, editor: string): Piece | undefined {
  if (!text.startsWith(MARK)) return undefined;
  try {
    const { editor: from, piece }: { editor: unknown; piece: unknown } = JSON.parse(text.slice(MARK.length));
    return from === editor && isPiece(piece) ? piece : undefined;
  } catch {
    return undefined;
  }
}

/** A row, its columns, an inner row, its columns, components. */
const DEEPEST = 5;

/** Anybody may put anything into a clipboard. */
function isPiece(value: unknown, deep = 1): value is Piece {
  if (typeof value !== "object" || value === null || deep > DEEPEST) return false;
  const { level, kind, settings, children }: Partial<Record<keyof Piece, unknown>> = value;
  if (typeof kind !== "string" || typeof settings !== "object" || settings === null || !isLevel(level)) return false;
  if (!Array.isArray(children)) return false;
  return children.every((child) => isPiece(child, deep + 1) && HOLDS[level].includes(child.level));
}

function isLevel(value: unknown): value is Level {
  return value === "row" || value === "column" || value === "component";
}
