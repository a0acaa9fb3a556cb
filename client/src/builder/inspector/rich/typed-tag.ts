/** Recognizes a merge tag while the user types it: after `{{`, or after an @ at the start of a word. */

export interface TypedTag {
  /** Number of characters before the caret that the chosen tag replaces. */
  readonly length: number;
  readonly query: string;
}

const TYPED_TAG = /(?:\{\{\s*|(?:^|[\s(])(?=@)@)([\p{L}_][\p{L}\d_-]{0,60}|)$/u;

/** The tag that ends at the caret; undefined if there is none. */
export function parseTypedTag(before: string): TypedTag | undefined {
  const found = TYPED_TAG.exec(before);
  if (!found) return undefined;
  const [all, query = ""] = found;
  // The space or parenthesis before an @ is not replaced.
  const lead = all.startsWith("{") ? 0 : all.indexOf("@");
  return { length: all.length - lead, query };
}
