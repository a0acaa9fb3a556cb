import { expect, it } from "vitest";
import { findCountryCode, listCountries, toDisplayName, toStoredName } from "./countries";

const COUNTRY_NAMES = [
  { code: "CI", names: { en: "Côte d’Ivoire", id: "Pantai Gading" } },
  { code: "DE", names: { en: "Germany", id: "Jerman" } },
];
const COUNTRIES = listCountries("id", COUNTRY_NAMES);

it.each([
  ["Germany", "DE"],
  [" jerman ", "DE"],
  ["de", "DE"],
  ["cote d’ivoire", "CI"],
  ["Ger", undefined],
  ["", undefined],
])("finds the country that %j names", (text, code) => {
  expect(findCountryCode(text, COUNTRIES)).toBe(code);
});

it("lists them by their names in the language of the interface", () => {
  expect(COUNTRIES.map(({ name }) => name)).toEqual(["Jerman", "Pantai Gading"]);
  expect(listCountries("en", COUNTRY_NAMES).map(({ name }) => name)).toEqual(["Côte d’Ivoire", "Germany"]);
});

it.each([
  ["Jerman", "Germany", "Jerman"],
  ["germany", "Germany", "Jerman"],
  ["DE", "Germany", "Jerman"],
  ["Bavaria", "Bavaria", "Bavaria"],
  ["", "", ""],
])("keeps %j as %j and shows it as %j", (text, stored, shown) => {
  expect(toStoredName(text, COUNTRIES)).toBe(stored);
  expect(toDisplayName(stored, COUNTRIES)).toBe(shown);
});
