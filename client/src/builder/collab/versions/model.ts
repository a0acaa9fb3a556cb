/** Functions that an editor provides to compare and restore versions of its documents. */
import type * as Y from "yjs";
import type { Editing } from "../editing";

export type VersionChange = "added" | "removed" | "changed";

export interface Changes {
  /** Changes by node id, for nodes that are visible in either state. */
  readonly nodes: ReadonlyMap<string, VersionChange>;
  /** Whether the document-wide settings, or the names or order of the roots, differ. */
  readonly isWhole: boolean;
}

export interface ComparedRoot {
  readonly id: string;
  /** Index among the roots of the current state, or of the earlier one if the root is gone. */
  readonly index: number;
  readonly name: string;
  /** Whether only the earlier state has the root. */
  readonly isGone: boolean;
}

export interface VersionModel {
  /** Compares an earlier state with the current one. */
  readonly changesBetween: (former: Y.Doc, now: Y.Doc) => Changes;
  /** The current roots in their order, then the roots that only the earlier state has. */
  readonly rootsOfBoth: (former: Y.Doc, now: Y.Doc) => readonly ComparedRoot[];
  /** Restores the version as one undo step. Returns false if the document already has the same content. */
  readonly restore: (editing: Editing, version: Y.Doc) => boolean;
}
