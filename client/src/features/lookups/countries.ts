import type { Language } from "@/lib/i18n/i18n";

export interface Country {
  readonly code: string;
  /** In the language of the interface. */
  readonly name: string;
  /** In English, as contacts keep it. */
  readonly stored: string;
  /** All that it is found by. */
  readonly words: string;
}

interface Known {
  readonly code: string;
  readonly names: Readonly<Record<Language, string>>;
}

/** Without case and accents, as the server compares names of places. */
export function plainWords(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").trim();
}

/** Countries as they are chosen in `language`, by name. */
export function countriesIn(language: Language, known: readonly Known[]): readonly Country[] {
  return known
    .map(({ code, names }) => ({
      code,
      name: names[language],
      stored: names.en,
      words: plainWords(`${names.en}\n${names.id}\n${code}`),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}

function named(text: string, countries: readonly Country[]): Country | undefined {
  const wanted = plainWords(text);
  return wanted === "" ? undefined : countries.find(({ words }) => words.split("\n").includes(wanted));
}

/** The code of the country that a text names, in whichever of our languages. */
export function codeOf(text: string, countries: readonly Country[]): string | undefined {
  return named(text, countries)?.code;
}

/** What is kept of a text: the English name of the country that it names, else the text. */
export function storedName(text: string, countries: readonly Country[]): string {
  return named(text, countries)?.stored ?? text;
}

/** What is read where `stored` is kept. */
export function shownName(stored: string, countries: readonly Country[]): string {
  return named(stored, countries)?.name ?? stored;
}
