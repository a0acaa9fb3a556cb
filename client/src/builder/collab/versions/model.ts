/** What comparing and restoring a version asks of the editor whose document it is. */
import type * as Y from "yjs";
import type { Editing } from "../editing";

export type Change = "added" | "removed" | "changed";

export interface Changes {
  /** By node, of those that are drawn in either state. */
  readonly nodes: ReadonlyMap<string, Change>;
  /** Whether settings of the whole differ, or what its roots are called and how they stand. */
  readonly isWhole: boolean;
}

export interface ComparedRoot {
  readonly id: string;
  /** Its place among the roots of the state that has it. */
  readonly index: number;
  readonly name: string;
  /** It was there then, and is no more. */
  readonly isGone: boolean;
}

export interface VersionModel {
  /** What became of `former` until `now`. */
  readonly changesBetween: (former: Y.Doc, now: Y.Doc) => Changes;
  /** The roots of now in their order, then those that only the former state has. */
  readonly rootsOfBoth: (former: Y.Doc, now: Y.Doc) => readonly ComparedRoot[];
  /** Makes the document say what the version says, as one step of undo; false when both say the same. */
  readonly restore: (editing: Editing, version: Y.Doc) => boolean;
}
