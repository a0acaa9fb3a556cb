import { expect, test } from "vitest";
import { readTag, writeTag } from "./tag-source";

test.each([
  ["firstname", { field: "firstname", fallback: "", filters: [] }],
  [" firstname  |  default: 'friend' ", { field: "firstname", fallback: "friend", filters: [] }],
  ['city | upper | fallback: "it\'s"', { field: "city", fallback: "it's", filters: ["upper"] }],
  ["order.total | number: 2", { field: "order.total", fallback: "", filters: ["number: 2"] }],
  ["geburtstag_ü | date: 'd MMMM y'", { field: "geburtstag_ü", fallback: "", filters: ["date: 'd MMMM y'"] }],
])("%s is read", (source, read) => {
  expect(readTag(source)).toEqual(read);
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
])("%s is no tag of a chip", (source) => {
  expect(readTag(source)).toBeUndefined();
});

test.each([
  ["friend", "firstname | default: 'friend' | upper"],
  ["it's", `firstname | default: "it's" | upper`],
  [`it's "me"`, `firstname | default: "it's ”me”" | upper`],
  ["{{ x }}", "firstname | default: ' x ' | upper"],
  ["", "firstname | upper"],
])("with %s it is written so that it is read again", (fallback, written) => {
  const source = writeTag({ field: "firstname", fallback, filters: ["upper"] });

  expect(source).toBe(written);
  expect(readTag(source)?.field).toBe("firstname");
  expect(readTag(source)?.filters).toEqual(["upper"]);
});
