import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, useState } from "react";
import { getCurrentLanguage } from "@/lib/i18n/i18n";
import { type Country, findCountryCode, normalizeName, toDisplayName, toStoredName } from "../countries";
import { useCities, useCountries, useTimezoneQuery } from "../lookups-data";

export type LocationKind = "country" | "city" | "timezone";

interface Props extends Omit<AutocompleteProps, "data" | "filter" | "value" | "onChange"> {
  readonly kind: LocationKind;
  readonly value: string;
  /** Restricts the city search to this country, given by name. Empty searches all countries. */
  readonly country?: string;
  readonly onChange: (value: string) => void;
}

const DEBOUNCE_MS = 150;
const MAX_OPTIONS = 100;

/**
 * Autocomplete for a country, city or time zone. Free text is allowed. A country is stored by its English name and
 * shown in the interface language.
 */
export function LocationInput({ kind, value, country = "", onChange, onBlur, onKeyDown, ...input }: Props) {
  // Nothing is fetched until the user focuses the field.
  const [isTouched, setTouched] = useState(false);
  const language = getCurrentLanguage();
  const isCountry = kind === "country";
  const isRead = isCountry && value !== "" && language !== "en";
  const countries = useCountries(language, isRead || (isTouched && (isCountry || (kind === "city" && country !== ""))));
  // Shows the typed text unchanged until the field loses focus.
  const [typed, setTyped] = useState<string>();
  const shown = isCountry ? (typed ?? toDisplayName(value, countries)) : value;
  const data = useLocations(kind, shown, country, countries, isTouched);

  function change(text: string): void {
    if (isCountry) setTyped(text);
    onChange(isCountry ? toStoredName(text, countries) : text);
  }

  function closeList(event: KeyboardEvent<HTMLInputElement>): void {
    onKeyDown?.(event);
    const isOpen = event.currentTarget.getAttribute("aria-expanded") === "true" && data.length > 0;
    // Escape closes only the list; the dialog below must not see it.
    if (event.key === "Escape" && isOpen) event.stopPropagation();
  }

  return (
    <Autocomplete
      {...input}
      data={[...data]}
      value={shown}
      onChange={change}
      onFocus={() => setTouched(true)}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
      onKeyDown={closeList}
      // The options are already filtered, also by names in other languages.
      filter={({ options }) => options}
      // The list would cover the validation error.
      openOnFocus={!input.error}
      limit={MAX_OPTIONS}
      maxDropdownHeight={280}
      autoComplete="off"
      dir="auto"
    />
  );
}

function useLocations(
  kind: LocationKind,
  value: string,
  country: string,
  countries: readonly Country[],
  isTouched: boolean,
): readonly string[] {
  const isCity = kind === "city";
  const [search] = useDebouncedValue(value.trim(), DEBOUNCE_MS);
  const cities = useCities(isCity ? findCountryCode(country, countries) : undefined, search, isTouched && isCity);
  const timezones = useTimezoneQuery(isTouched && kind === "timezone").data ?? [];
  const normalized = normalizeName(value);
  switch (kind) {
    case "country":
      return countries.filter(({ searchText }) => searchText.includes(normalized)).map(({ name }) => name);
    case "city":
      return [...new Set(cities)];
    case "timezone": {
      const words = normalized.replaceAll(" ", "_");
      return timezones.map(({ name }) => name).filter((name) => normalizeName(name).includes(words));
    }
  }
}
