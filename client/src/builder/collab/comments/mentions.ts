/** Mentions in a comment: `@Full Name` in its text, with the ids of the users beside it. */

export interface MentionableUser {
  readonly id: string;
  readonly name: string;
}

export interface TypedMention {
  /** Index of the @. */
  readonly start: number;
  readonly query: string;
}

const TYPED_MENTION = /(?:^|[\s(])@([\p{L}\d._'-]*(?: [\p{L}\d._'-]*)?)$/u;
const MAX_SUGGESTIONS = 6;

/** The mention that is being typed before the caret. */
export function findTypedMention(before: string): TypedMention | undefined {
  const query = TYPED_MENTION.exec(before)?.[1];
  return query === undefined ? undefined : { start: before.length - query.length - 1, query };
}

/**
 * Suggestions for a mention: people with a name, or a word in it, that starts with the query. A completely typed name
 * is none.
 */
export function suggestUsers(query: string, people: readonly MentionableUser[]): readonly MentionableUser[] {
  const typed = query.toLowerCase();
  const fits = ({ name }: MentionableUser) => {
    const lower = name.toLowerCase();
    return (
      lower !== typed.trim() && (lower.startsWith(typed) || lower.split(" ").some((word) => word.startsWith(typed)))
    );
  };
  return people.filter(fits).slice(0, MAX_SUGGESTIONS);
}

/** The ids of the people mentioned in a text. */
export function listMentionedIds(text: string, people: readonly MentionableUser[]): string[] {
  return splitMentions(text, people)
    .flatMap(({ person }) => (person ? [person.id] : []))
    .filter((id, at, all) => all.indexOf(id) === at);
}

export interface TextPart {
  readonly words: string;
  readonly person: MentionableUser | undefined;
}

/** The text, split at its mentions. The longest matching name counts. */
export function splitMentions(text: string, people: readonly MentionableUser[]): readonly TextPart[] {
  const byLength = people
    .filter(({ name }) => name !== "")
    .toSorted((left, right) => right.name.length - left.name.length);
  const parts: TextPart[] = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const person =
      text[at] === "@"
        ? byLength.find(({ name }) => text.startsWith(name, at + 1) && isWordEnd(text, at + 1 + name.length))
        : undefined;
    if (!person) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) parts.push({ words: plain, person: undefined });
    plain = "";
    parts.push({ words: `@${person.name}`, person });
    at += 1 + person.name.length;
  }
  if (plain) parts.push({ words: plain, person: undefined });
  return parts;
}

function isWordEnd(text: string, at: number): boolean {
  return at >= text.length || !/[\p{L}\d]/u.test(text[at] ?? "");
}
