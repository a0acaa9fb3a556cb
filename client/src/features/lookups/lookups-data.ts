import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";
import { currentLanguage, type Language } from "@/lib/i18n/i18n";
import { useTranslation } from "@/lib/i18n/translation";
import { type Country, countriesIn, shownName } from "./countries";

/** Choices don't change while somebody looks at them. */
const STABLE = { staleTime: Number.POSITIVE_INFINITY };

const NONE: readonly Country[] = [];
const CHOICES: Readonly<
  Record<Language, (known: readonly components["schemas"]["CountryOut"][]) => readonly Country[]>
> = {
  en: (known) => countriesIn("en", known),
  id: (known) => countriesIn("id", known),
};

/** Every country by its name in `language`; none while they are not asked for. */
export function useCountries(language: Language, isEnabled: boolean): readonly Country[] {
  const options = { ...STABLE, enabled: isEnabled, select: CHOICES[language] };
  return useQuery(query("get", "/api/lookups/country", {}, options)).data ?? NONE;
}

/** How a country is read that is kept by its English name; that name while the others are on their way. */
export function useCountryName(): (stored: string) => string {
  // Drawn anew when somebody changes the language.
  useTranslation();
  const language = currentLanguage();
  const countries = useCountries(language, language !== "en");
  return useCallback((stored) => shownName(stored, countries), [countries]);
}

/** Cities of a country, of every one where none is named, by how a word of their name begins; the largest first. */
export function useCities(country: string | undefined, search: string, isEnabled: boolean): readonly string[] {
  const options = { ...STABLE, placeholderData: keepPreviousData };
  const words = search ? { search } : {};
  const inside = useQuery(
    query(
      "get",
      "/api/lookups/city/{country}",
      { params: { path: { country: country ?? "" }, query: words } },
      { ...options, enabled: isEnabled && country !== undefined },
    ),
  );
  const anywhere = useQuery(
    query(
      "get",
      "/api/lookups/city",
      { params: { query: words } },
      { ...options, enabled: isEnabled && country === undefined && search !== "" },
    ),
  );
  return (country === undefined ? anywhere : inside).data?.map(({ name }) => name) ?? [];
}

/** The names of the timezones, by their offset of today. */
export function useTimezones(isEnabled: boolean) {
  return useQuery(query("get", "/api/lookups/timezone", {}, { ...STABLE, enabled: isEnabled })).data ?? [];
}
