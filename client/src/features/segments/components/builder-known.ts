import type { Known } from "../words";

/** What the rows of the builder offer. `ownId` is the segment that is changed, which can't ask for itself. */
export interface BuilderKnown extends Known {
  readonly ownId: number | undefined;
}
