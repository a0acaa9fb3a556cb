import { listItemIds } from "../../collab/items";
import { isName } from "../../collab/names";
import { isGroup, type Plain, type Settings } from "../../collab/values";
import type { TreeEditing } from "../editing";
import { type Piece, readPiece } from "../model/pieces";
import { readSnapshot } from "../model/snapshot";
import { getLevel, type TreeStructure } from "../model/structure";
import { computeExtent, findBranch } from "../model/tree-positions";
import { type RootPiece, readRootPiece } from "./roots";

/** Prefix of a copied part, to recognize it among other clipboard text. */
const CLIPBOARD_PREFIX = "application/vnd.dashboard.part+json;";

/** Parts as clipboard text, which any document of the same editor accepts in any browser; undefined if one is gone. */
export function buildClipboardText(
  { doc, structure }: TreeEditing,
  editor: string,
  ids: readonly string[],
): string | undefined {
  const now = readSnapshot(doc, structure);
  const pieces = ids.flatMap((id) => findBranch(now, id) ?? []).map(({ branch }) => readPiece(doc, branch));
  if (pieces.length === 0 || pieces.length < ids.length) return undefined;
  return CLIPBOARD_PREFIX + JSON.stringify({ editor, pieces });
}

/** A root as clipboard text, without its name. Undefined if it does not exist. */
export function buildRootClipboardText(
  { doc, structure }: TreeEditing,
  editor: string,
  id: string,
): string | undefined {
  const root = readRootPiece(doc, readSnapshot(doc, structure), id);
  return root && CLIPBOARD_PREFIX + JSON.stringify({ editor, root });
}

/** The root in a clipboard text; undefined if the text is not a root, or a root of another editor. */
export function parseRoot(text: string, editor: string, structure: TreeStructure): RootPiece | undefined {
  if (!text.startsWith(CLIPBOARD_PREFIX)) return undefined;
  try {
    const { editor: from, root }: { editor: unknown; root: unknown } = JSON.parse(text.slice(CLIPBOARD_PREFIX.length));
    return from === editor && isRootPiece(root, structure) ? root : undefined;
  } catch {
    return undefined;
  }
}

function isRootPiece(value: unknown, structure: TreeStructure): value is RootPiece {
  if (typeof value !== "object" || value === null) return false;
  const { origin, kind, settings, children }: Partial<Record<keyof RootPiece, unknown>> = value;
  const hasKind = kind === undefined ? settings === undefined : isName(kind) && isGroup(settings as Plain);
  if (!hasKind || !Array.isArray(children)) return false;
  const areHeld = children.every(
    (child: unknown) => isPiece(child, structure) && structure.root.holds.includes(child.level) && !child.slot,
  );
  return areHeld && areDistinct(children as Piece[]) && (origin === undefined || isName(origin));
}

/** The parts in a clipboard text; undefined if the text has none, or parts of another editor. */
export function parseParts(text: string, editor: string, structure: TreeStructure): readonly Piece[] | undefined {
  if (!text.startsWith(CLIPBOARD_PREFIX)) return undefined;
  try {
    const { editor: from, pieces }: { editor: unknown; pieces: unknown } = JSON.parse(
      text.slice(CLIPBOARD_PREFIX.length),
    );
    if (from !== editor || !Array.isArray(pieces) || pieces.length === 0) return undefined;
    return pieces.every((piece) => isPiece(piece, structure)) && areDistinct(pieces) ? pieces : undefined;
  } catch {
    return undefined;
  }
}

/** Whether no two pieces have one origin, so that each gets an id of its own. */
function areDistinct(pieces: readonly Piece[]): boolean {
  const all = [...pieces];
  for (const { children } of all) all.push(...children);
  const origins = all.flatMap(({ origin }) => (origin === undefined ? [] : [origin]));
  return new Set(origins).size === origins.length;
}

/** Whether a value is a part that the structure allows. The clipboard is untrusted. */
function isPiece(value: unknown, structure: TreeStructure): value is Piece {
  const waiting: { readonly value: unknown; readonly holds?: readonly string[]; readonly slots?: readonly string[] }[] =
    [{ value }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value !== "object" || next.value === null) return false;
    const { origin, level, kind, settings, slot, children }: Partial<Record<keyof Piece, unknown>> = next.value;
    if (origin !== undefined && !isName(origin)) return false;
    const holds = getLevel(structure, level)?.holds;
    if (!holds || typeof level !== "string" || next.holds?.includes(level) === false) return false;
    if (typeof kind !== "string" || typeof settings !== "object" || settings === null) return false;
    if (!Array.isArray(children) || (slot !== undefined && !isName(slot))) return false;
    if (next.slots && !next.slots.includes(slot ?? "")) return false;
    const field = Object.hasOwn(structure.slots, kind) ? structure.slots[kind] : undefined;
    const slots = field === undefined ? {} : { slots: listItemIds((settings as Settings)[field] ?? null) };
    for (const child of children) waiting.push({ value: child, holds, ...slots });
  }
  const { nesting } = computeExtent(value as Piece);
  return Object.entries(nesting).every(([name, inside]) => {
    const depth = getLevel(structure, name)?.depth ?? null;
    return depth === null || inside <= depth;
  });
}
