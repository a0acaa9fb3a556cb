import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, useState } from "react";
import { currentLanguage } from "@/lib/i18n/i18n";
import { type Country, codeOf, plainWords, shownName, storedName } from "../countries";
import { useCities, useCountries, useTimezones } from "../lookups-data";

export type PlaceKind = "country" | "city" | "timezone";

interface Props extends Omit<AutocompleteProps, "data" | "filter" | "value" | "onChange"> {
  readonly kind: PlaceKind;
  readonly value: string;
  /** The country that a city is looked for in, as it is written; everywhere where it names none. */
  readonly country?: string;
  readonly onChange: (value: string) => void;
}

const PAUSE_MS = 150;
const MOST_SHOWN = 100;

/**
 * A country, a city or a timezone, found by typing. What is written otherwise is kept as it is; a country is kept by
 * its English name and read in the language of the interface.
 */
export function PlaceInput({ kind, value, country = "", onChange, onBlur, onKeyDown, ...input }: Props) {
  // Nothing is fetched for a field that nobody has begun to write in.
  const [isTouched, setTouched] = useState(false);
  const language = currentLanguage();
  const isCountry = kind === "country";
  const isRead = isCountry && value !== "" && language !== "en";
  const countries = useCountries(language, isRead || (isTouched && (isCountry || (kind === "city" && country !== ""))));
  // What is typed stands as it was typed until one goes on.
  const [typed, setTyped] = useState<string>();
  const shown = isCountry ? (typed ?? shownName(value, countries)) : value;
  const data = usePlaces(kind, shown, country, countries, isTouched);

  function change(text: string): void {
    if (isCountry) setTyped(text);
    onChange(isCountry ? storedName(text, countries) : text);
  }

  function closeList(event: KeyboardEvent<HTMLInputElement>): void {
    onKeyDown?.(event);
    const isOpen = event.currentTarget.getAttribute("aria-expanded") === "true" && data.length > 0;
    // The list goes; what lies below it hears of the next one.
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
      // They are filtered already, by more than the words that are shown.
      filter={({ options }) => options}
      // The list would cover why the value was refused.
      openOnFocus={!input.error}
      limit={MOST_SHOWN}
      maxDropdownHeight={280}
      autoComplete="off"
      dir="auto"
    />
  );
}

function usePlaces(
  kind: PlaceKind,
  value: string,
  country: string,
  countries: readonly Country[],
  isTouched: boolean,
): readonly string[] {
  const isCity = kind === "city";
  const [search] = useDebouncedValue(value.trim(), PAUSE_MS);
  const cities = useCities(isCity ? codeOf(country, countries) : undefined, search, isTouched && isCity);
  const timezones = useTimezones(isTouched && kind === "timezone");
  const wanted = plainWords(value);
  switch (kind) {
    case "country":
      return countries.filter(({ words }) => words.includes(wanted)).map(({ name }) => name);
    case "city":
      return [...new Set(cities)];
    case "timezone": {
      const words = wanted.replaceAll(" ", "_");
      return timezones.map(({ name }) => name).filter((name) => plainWords(name).includes(words));
    }
  }
}
