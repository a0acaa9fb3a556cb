import { expect, it } from "vitest";
import { findCountryCode, listCountries, shownName, storedName } from "./countries";

const KNOWN = [
  { code: "CI", names: { en: "Côte d’Ivoire", id: "Pantai Gading" } },
  { code: "DE", names: { en: "Germany", id: "Jerman" } },
];
const COUNTRIES = listCountries("id", KNOWN);

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
  expect(listCountries("en", KNOWN).map(({ name }) => name)).toEqual(["Côte d’Ivoire", "Germany"]);
});

it.each([
  ["Jerman", "Germany", "Jerman"],
  ["germany", "Germany", "Jerman"],
  ["DE", "Germany", "Jerman"],
  ["Bavaria", "Bavaria", "Bavaria"],
  ["", "", ""],
])("keeps %j as %j and shows it as %j", (text, stored, shown) => {
  expect(storedName(text, COUNTRIES)).toBe(stored);
  expect(shownName(stored, COUNTRIES)).toBe(shown);
});
