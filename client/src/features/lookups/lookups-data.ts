import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";
import { currentLanguage, type Language } from "@/lib/i18n/i18n";
import { useTranslation } from "@/lib/i18n/translation";
import { type Country, listCountries, shownName } from "./countries";

/** These lists don't change during a session. */
const STABLE = { staleTime: Number.POSITIVE_INFINITY };

const NONE: readonly Country[] = [];
const CHOICES: Readonly<
  Record<Language, (known: readonly components["schemas"]["CountryOut"][]) => readonly Country[]>
> = {
  en: (known) => listCountries("en", known),
  id: (known) => listCountries("id", known),
};

/** Every country with its name in `language`; empty while disabled. */
export function useCountries(language: Language, isEnabled: boolean): readonly Country[] {
  const options = { ...STABLE, enabled: isEnabled, select: CHOICES[language] };
  return useQuery(query("get", "/api/lookups/country", {}, options)).data ?? NONE;
}

/**
 * Returns a function from a stored English name to the displayed one. While the list loads, it returns the stored name.
 */
export function useCountryName(): (stored: string) => string {
  // Renders again when the interface language changes.
  useTranslation();
  const language = currentLanguage();
  const countries = useCountries(language, language !== "en");
  return useCallback((stored) => shownName(stored, countries), [countries]);
}

/**
 * Cities whose name has a word that starts with `search`, largest first; of every country if `country` is undefined.
 */
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

/** Time zone names, sorted by their current offset. */
export function useTimezones(isEnabled: boolean) {
  return useQuery(query("get", "/api/lookups/timezone", {}, { ...STABLE, enabled: isEnabled })).data ?? [];
}
