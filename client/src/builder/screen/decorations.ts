/** Another user in the document, marked at the node that the user has selected. */
export interface SelectionMarker {
  /** The node that the user has selected. */
  readonly node: string;
  readonly name: string;
  /** `#rrggbb`, on which white text is readable. */
  readonly colour: string;
}

export interface Decorations {
  readonly others: readonly SelectionMarker[];
  /** Number of comments in open threads, by node. */
  readonly comments: ReadonlyMap<string, number>;
}

export const NO_DECORATIONS: Decorations = { others: [], comments: new Map() };
