import { expect, test } from "vitest";
import { parseAddresses } from "./pasted-addresses";

test.each([
  ["", []],
  ["  \n ", []],
  ["a@x.com", ["a@x.com"]],
  ["a@x.com, b@x.com;c@x.com\nd@x.com\te@x.com", ["a@x.com", "b@x.com", "c@x.com", "d@x.com", "e@x.com"]],
  ["a@x.com a@x.com", ["a@x.com"]],
  ['<a@x.com>, "b@x.com"', ["a@x.com", "b@x.com"]],
])("%j is the addresses %j", (text, addresses) => {
  expect(parseAddresses(text)).toEqual(addresses);
});
