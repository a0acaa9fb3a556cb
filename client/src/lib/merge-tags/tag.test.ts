import { expect, test } from "vitest";
import { getFallback, readTag, withFallback, writeTag } from "./tag";

test.each([
  ["firstname", "firstname", ""],
  [" firstname  |  default: 'friend' ", "firstname | fallback: 'friend'", "friend"],
  ['city | upper | fallback: "it\'s"', 'city | upper | fallback: "it\'s"', "it's"],
  ['city|fallback:"x"|upper', 'city | fallback: "x" | upper', "x"],
  ["order.total | number: 2", "order.total | number: 2", ""],
  ["geburtstag_ü | date: 'd MMMM y'", "geburtstag_ü | date: 'd MMMM y'", ""],
])("%s is read and written as %s", (source, written, fallback) => {
  const tag = readTag(source);

  expect(tag && writeTag(tag)).toBe(written);
  expect(tag && getFallback(tag)).toBe(fallback);
});

test.each([
  "",
  " ",
  "7up",
  "a b",
  "if a",
  "a |",
  "a | upper: ",
  "a }} b",
  "a | default: 'x",
  `a${"b".repeat(500)}`,
  '"text"',
])("%s is no tag", (source) => {
  expect(readTag(source)).toBeUndefined();
});

const UPPER = { field: "city", filters: [{ name: "upper" }] };

test.each([
  ["friend", 'city | upper | fallback: "friend"'],
  [" dear friend ", 'city | upper | fallback: "dear friend"'],
  ["it's", 'city | upper | fallback: "it\'s"'],
  [`it's "me"`, `city | upper | fallback: 'it’s "me"'`],
  ["{{ x }}", 'city | upper | fallback: "x"'],
  [" ", "city | upper"],
  ["x".repeat(301), `city | upper | fallback: "${"x".repeat(300)}"`],
])("the fallback %s is written last and read again", (text, written) => {
  const source = writeTag(withFallback(UPPER, text));

  expect(source).toBe(written);
  expect(readTag(source)?.field).toBe("city");
});

test("another fallback takes the place of the one that is there, which decides what other filters do with it", () => {
  const tag = { field: "city", filters: [{ name: "fallback", argument: "'x'" }, { name: "upper" }] };

  expect(writeTag(withFallback(tag, "y"))).toBe('city | fallback: "y" | upper');
  expect(writeTag(withFallback(tag, ""))).toBe("city | upper");
});
