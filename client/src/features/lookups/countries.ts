export interface Country {
  readonly code: string;
  readonly name: string;
  /** All that it is found by. */
  readonly words: string;
}

/** Without case and accents, as the server compares names of places. */
export function plainWords(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").trim();
}

/** The code of the country that a text names, in whichever of our languages. */
export function codeOf(text: string, countries: readonly Country[]): string | undefined {
  const wanted = plainWords(text);
  return wanted === "" ? undefined : countries.find(({ words }) => words.split("\n").includes(wanted))?.code;
}
