import { expect, it } from "vitest";
import { type Country, codeOf, plainWords } from "./countries";

const COUNTRIES: readonly Country[] = [
  { code: "CI", name: "Côte d’Ivoire", words: plainWords("Côte d’Ivoire\nPantai Gading\nCI") },
  { code: "DE", name: "Germany", words: plainWords("Germany\nJerman\nDE") },
];

it.each([
  ["Germany", "DE"],
  [" jerman ", "DE"],
  ["de", "DE"],
  ["cote d’ivoire", "CI"],
  ["Ger", undefined],
  ["", undefined],
])("finds the country that %j names", (text, code) => {
  expect(codeOf(text, COUNTRIES)).toBe(code);
});
