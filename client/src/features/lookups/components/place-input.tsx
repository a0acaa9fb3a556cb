import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { currentLanguage } from "@/lib/i18n/i18n";
import { codeOf, plainWords } from "../countries";
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

/** A country, a city or a timezone, found by typing. What is written otherwise is kept as it is. */
export function PlaceInput({ kind, value, country = "", onChange, ...input }: Props) {
  // Nothing is fetched for a field that nobody has begun to write in.
  const [isTouched, setTouched] = useState(false);
  const data = usePlaces(kind, value, country, isTouched);
  return (
    <Autocomplete
      {...input}
      data={[...data]}
      value={value}
      onChange={onChange}
      onFocus={() => setTouched(true)}
      // They are filtered already, by more than the words that are shown.
      filter={({ options }) => options}
      limit={MOST_SHOWN}
      maxDropdownHeight={280}
      autoComplete="off"
      dir="auto"
    />
  );
}

function usePlaces(kind: PlaceKind, value: string, country: string, isTouched: boolean): readonly string[] {
  const isCity = kind === "city";
  const [search] = useDebouncedValue(value.trim(), PAUSE_MS);
  const countries = useCountries(currentLanguage(), isTouched && (kind === "country" || (isCity && country !== "")));
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
