/** Mentions in a comment: `@Full Name` in its text, with the ids of the users beside it. */

export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

export interface TypedMention {
  /** Index of the @. */
  readonly start: number;
  readonly query: string;
}

const TYPED = /(?:^|[\s(])@([\p{L}\d._'-]*(?: [\p{L}\d._'-]*)?)$/u;
const MAX_SUGGESTIONS = 6;

/** The mention that is being typed before the caret. */
export function typedMention(before: string): TypedMention | undefined {
  const query = TYPED.exec(before)?.[1];
  return query === undefined ? undefined : { start: before.length - query.length - 1, query };
}

/**
 * Suggestions for a mention: people with a name, or a word in it, that starts with the query. A completely typed name
 * is none.
 */
export function peopleFor(query: string, people: readonly Mentionable[]): readonly Mentionable[] {
  const typed = query.toLowerCase();
  const fits = ({ name }: Mentionable) => {
    const lower = name.toLowerCase();
    return (
      lower !== typed.trim() && (lower.startsWith(typed) || lower.split(" ").some((word) => word.startsWith(typed)))
    );
  };
  return people.filter(fits).slice(0, MAX_SUGGESTIONS);
}

/** The ids of the people mentioned in a text. */
export function mentionedIn(text: string, people: readonly Mentionable[]): string[] {
  return partsOf(text, people)
    .flatMap(({ person }) => (person ? [person.id] : []))
    .filter((id, at, all) => all.indexOf(id) === at);
}

export interface Part {
  readonly words: string;
  readonly person: Mentionable | undefined;
}

/** The text, split at its mentions. The longest matching name counts. */
export function partsOf(text: string, people: readonly Mentionable[]): readonly Part[] {
  const byLength = people
    .filter(({ name }) => name !== "")
    .toSorted((left, right) => right.name.length - left.name.length);
  const parts: Part[] = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const person =
      text[at] === "@"
        ? byLength.find(({ name }) => text.startsWith(name, at + 1) && endsWord(text, at + 1 + name.length))
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

function endsWord(text: string, at: number): boolean {
  return at >= text.length || !/[\p{L}\d]/u.test(text[at] ?? "");
}
