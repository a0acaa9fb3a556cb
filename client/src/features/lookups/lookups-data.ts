import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";
import { getCurrentLanguage, type Language } from "@/lib/i18n/i18n";
import { useTranslation } from "@/lib/i18n/translation";
import { type Country, listCountries, toDisplayName } from "./countries";

/** These lists don't change during a session. */
const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY };

const NO_COUNTRIES: readonly Country[] = [];
const COUNTRY_SELECTORS: Readonly<
  Record<Language, (known: readonly components["schemas"]["CountryOut"][]) => readonly Country[]>
> = {
  en: (known) => listCountries("en", known),
  id: (known) => listCountries("id", known),
};

/** The query of every country with its name in `language`. */
export function useCountryQuery(language: Language, isEnabled = true) {
  const options = { ...NEVER_STALE, enabled: isEnabled, select: COUNTRY_SELECTORS[language] };
  return useQuery(query("get", "/api/lookups/country", {}, options));
}

/** Every country with its name in `language`; empty while disabled. */
export function useCountries(language: Language, isEnabled: boolean): readonly Country[] {
  return useCountryQuery(language, isEnabled).data ?? NO_COUNTRIES;
}

/**
 * Returns a function from a stored English name to the displayed one. While the list loads, it returns the stored name.
 */
export function useCountryName(): (stored: string) => string {
  // Renders again when the interface language changes.
  useTranslation();
  const language = getCurrentLanguage();
  const countries = useCountries(language, language !== "en");
  return useCallback((stored) => toDisplayName(stored, countries), [countries]);
}

/**
 * Cities whose name has a word that starts with `search`, largest first; of every country if `country` is undefined.
 */
export function useCities(country: string | undefined, search: string, isEnabled: boolean): readonly string[] {
  const options = { ...NEVER_STALE, placeholderData: keepPreviousData };
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

/** The query of time zones, sorted by their current offset. */
export function useTimezoneQuery(isEnabled = true) {
  return useQuery(query("get", "/api/lookups/timezone", {}, { ...NEVER_STALE, enabled: isEnabled }));
}
