/** Fields that are offered while a merge tag is typed into a text: after `{{`, or after an @ that begins a word. */

export interface TagOffer {
  /** As it is written between braces. */
  readonly tag: string;
  readonly label: string;
}

export interface TypedTag {
  /** How many characters before the caret it takes the place of. */
  readonly length: number;
  readonly query: string;
}

const TYPED = /(?:\{\{\s*|(?:^|[\s(])(?=@)@)([\p{L}_][\p{L}\d_-]{0,60}|)$/u;
const MOST_OFFERS = 8;

/** What is being typed before the caret; undefined when it is no tag. */
export function typedTag(before: string): TypedTag | undefined {
  const found = TYPED.exec(before);
  if (!found) return undefined;
  const [all, query = ""] = found;
  // The space before an @ stays.
  const lead = all.startsWith("{") ? 0 : all.indexOf("@");
  return { length: all.length - lead, query };
}

/** Those that fit: whose names begin so first, then those that hold it. */
export function offersFor(query: string, tags: readonly TagOffer[]): readonly TagOffer[] {
  const typed = query.toLowerCase();
  const rank = ({ tag, label }: TagOffer): number => {
    const names = [tag.toLowerCase(), label.toLowerCase()];
    if (names.some((name) => name.startsWith(typed))) return 0;
    return names.some((name) => name.includes(typed)) ? 1 : 2;
  };
  return tags
    .filter((tag) => rank(tag) < 2)
    .sort((left, right) => rank(left) - rank(right))
    .slice(0, MOST_OFFERS);
}
