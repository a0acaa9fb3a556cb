import type { Language } from "@/lib/i18n/i18n";

export interface Country {
  readonly code: string;
  /** Name in the interface language. */
  readonly name: string;
  /** English name, as contacts store it. */
  readonly stored: string;
  /** Every searchable name and the code, normalised and separated by newlines. */
  readonly searchText: string;
}

interface CountryNames {
  readonly code: string;
  readonly names: Readonly<Record<Language, string>>;
}

/** Removes case and accents, the same way as the server compares place names. */
export function normalizeName(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").trim();
}

/** Countries with names in `language`, sorted by name. */
export function listCountries(language: Language, known: readonly CountryNames[]): readonly Country[] {
  return known
    .map(({ code, names }) => ({
      code,
      name: names[language],
      stored: names.en,
      searchText: normalizeName(`${names.en}\n${names.id}\n${code}`),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}

function findCountry(text: string, countries: readonly Country[]): Country | undefined {
  const normalized = normalizeName(text);
  return normalized === ""
    ? undefined
    : countries.find(({ searchText }) => searchText.split("\n").includes(normalized));
}

/** Code of the country with this name in any supported language. */
export function findCountryCode(text: string, countries: readonly Country[]): string | undefined {
  return findCountry(text, countries)?.code;
}

/** The English name of the country if `text` names one; otherwise `text`. */
export function toStoredName(text: string, countries: readonly Country[]): string {
  return findCountry(text, countries)?.stored ?? text;
}

/** The displayed name of a country stored as `stored`. */
export function toDisplayName(stored: string, countries: readonly Country[]): string {
  return findCountry(stored, countries)?.name ?? stored;
}
