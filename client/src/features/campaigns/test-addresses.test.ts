import { expect, test } from "vitest";
import { parseAddresses, validateAddresses } from "./test-addresses";

test("addresses are read however they are told apart, each once", () => {
  expect(parseAddresses(" alice@kopi.example, bob@kopi.example;alice@kopi.example\ncara@kopi.example ")).toEqual([
    "alice@kopi.example",
    "bob@kopi.example",
    "cara@kopi.example",
  ]);
});

test.each([
  [[], "terms.enterAtLeastOneAddress"],
  [["alice@kopi"], "campaigns.testMalformed"],
  [Array.from({ length: 11 }, (_, index) => `a${index}@kopi.example`), "campaigns.testTooMany"],
  [["alice@kopi.example"], undefined],
])("%o: %s", (addresses, problem) => {
  expect(validateAddresses(addresses)).toBe(problem);
});
