/** Another user in the document, marked at the node that the user has selected. */
export interface OtherUser {
  /** The node that the user has selected. */
  readonly node: string;
  readonly name: string;
  /** `#rrggbb`, on which white text is readable. */
  readonly colour: string;
}

export interface Beside {
  readonly others: readonly OtherUser[];
  /** Number of comments in open threads, by node. */
  readonly comments: ReadonlyMap<string, number>;
}

export const NOTHING_BESIDE: Beside = { others: [], comments: new Map() };
