/** Ready-made parts of an editor, such as those that a team saved to reuse them. */
import type { Piece } from "../model/pieces";

export interface Section {
  readonly id: string;
  readonly name: string;
  /** URL of a picture; absent for a sketch of its kinds. */
  readonly thumbnail?: string;
  /** Parts that are inserted one after the other. */
  readonly pieces: readonly Piece[];
}

export interface SectionPage {
  readonly sections: readonly Section[];
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}

export interface SectionQuery {
  /** Part of a name; empty for all sections. */
  readonly search: string;
  /** Null for the first page. */
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

/** Where an editor's sections come from. */
export interface SectionSource {
  readonly load: (query: SectionQuery) => Promise<SectionPage>;
  /** Saves parts as a section, after asking for a name; absent if users cannot save sections. */
  readonly save?: (pieces: readonly Piece[]) => void;
}
