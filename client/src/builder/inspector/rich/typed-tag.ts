/** What is typed of a merge tag into a text: after `{{`, or after an @ that begins a word. */

export interface TypedTag {
  /** How many characters before the caret it takes the place of. */
  readonly length: number;
  readonly query: string;
}

const TYPED = /(?:\{\{\s*|(?:^|[\s(])(?=@)@)([\p{L}_][\p{L}\d_-]{0,60}|)$/u;

/** What is being typed before the caret; undefined when it is no tag. */
export function typedTag(before: string): TypedTag | undefined {
  const found = TYPED.exec(before);
  if (!found) return undefined;
  const [all, query = ""] = found;
  // The space before an @ stays.
  const lead = all.startsWith("{") ? 0 : all.indexOf("@");
  return { length: all.length - lead, query };
}
