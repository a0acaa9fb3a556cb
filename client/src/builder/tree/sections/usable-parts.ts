import { listItemIds } from "../../collab/items";
import type { Editor } from "../editor";
import type { Piece } from "../model/pieces";
import { getLevel, type TreeStructure } from "../model/structure";
import type { Kind } from "../registry";

/** Levels of nesting that are read. */
const MAX_NESTING = 500;

/** The parts of a section that this editor can insert. */
export interface UsableParts {
  readonly pieces: readonly Piece[];
  /** Kinds that the plan lacks. */
  readonly gated: ReadonlySet<Kind>;
  /** Number of blocks left out, each with all that is in it. */
  readonly excluded: number;
}

/** Leaves out blocks of kinds that the editor or the plan lacks, and blocks that their parent cannot contain. */
export function filterUsableParts(editor: Pick<Editor, "registry" | "allows">, pieces: readonly Piece[]): UsableParts {
  const { kinds, structure } = editor.registry;
  const gated = new Set<Kind>();
  let excluded = 0;

  function usable(piece: Piece, parent: Piece | undefined, depth: number): readonly Piece[] {
    const kind = kinds.get(piece.kind);
    if (kind && !editor.allows(kind)) gated.add(kind);
    const isHeld = parent === undefined || canContain(structure, parent, piece);
    if (!kind || kind.level !== piece.level || !editor.allows(kind) || !isHeld || depth > MAX_NESTING) {
      excluded += 1;
      return [];
    }
    return [{ ...piece, children: piece.children.flatMap((child) => usable(child, piece, depth + 1)) }];
  }

  return { pieces: pieces.flatMap((piece) => usable(piece, undefined, 1)), gated, excluded };
}

function canContain(structure: TreeStructure, parent: Piece, { level, slot = "" }: Piece): boolean {
  const field = Object.hasOwn(structure.slots, parent.kind) ? structure.slots[parent.kind] : undefined;
  const slots = field === undefined ? undefined : listItemIds(parent.settings[field] ?? null);
  return (getLevel(structure, parent.level)?.holds.includes(level) ?? false) && (slots?.includes(slot) ?? true);
}
