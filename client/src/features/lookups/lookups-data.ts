import { keepPreviousData } from "@tanstack/react-query";
import { $api } from "@/lib/api/hooks";
import type { Language } from "@/lib/i18n/i18n";
import { type Country, plainWords } from "./countries";

/** Choices don't change while somebody looks at them. */
const STABLE = { staleTime: Number.POSITIVE_INFINITY, meta: { quiet: true } } as const;

/** Every country by its name in `language`; none while they are not asked for. */
export function useCountries(language: Language, isEnabled: boolean): readonly Country[] {
  const { data = [] } = $api.useQuery("get", "/api/lookups/country", {}, { ...STABLE, enabled: isEnabled });
  return data
    .map(({ code, names }) => ({ code, name: names[language], words: plainWords(`${names.en}\n${names.id}\n${code}`) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}

/** Cities of a country, of every one where none is named, by how a word of their name begins; the largest first. */
export function useCities(country: string | undefined, search: string, isEnabled: boolean): readonly string[] {
  const options = { ...STABLE, placeholderData: keepPreviousData };
  const query = search ? { search } : {};
  const inside = $api.useQuery(
    "get",
    "/api/lookups/city/{country}",
    { params: { path: { country: country ?? "" }, query } },
    { ...options, enabled: isEnabled && country !== undefined },
  );
  const anywhere = $api.useQuery(
    "get",
    "/api/lookups/city",
    { params: { query } },
    { ...options, enabled: isEnabled && country === undefined && search !== "" },
  );
  return (country === undefined ? anywhere : inside).data?.map(({ name }) => name) ?? [];
}

/** The names of the timezones, by their offset of today. */
export function useTimezones(isEnabled: boolean) {
  return $api.useQuery("get", "/api/lookups/timezone", {}, { ...STABLE, enabled: isEnabled }).data ?? [];
}
