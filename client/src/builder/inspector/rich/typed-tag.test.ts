import { expect, test } from "vitest";
import { parseTypedTag } from "./typed-tag";

test.each([
  ["Halo {{", 2, ""],
  ["Halo {{ fir", 6, "fir"],
  ["Halo @", 1, ""],
  ["@ci", 3, "ci"],
  ["(@ci", 3, "ci"],
  ["{{ größe", 8, "größe"],
])("%j: the last %i characters ask for %j", (before, length, query) => {
  expect(parseTypedTag(before)).toEqual({ length, query });
});

test.each(["Halo", "ayu@kopi", "{ fir", "{{ firstname |", "{{ a }} ", "@ ci"])("%j asks for nothing", (before) => {
  expect(parseTypedTag(before)).toBeUndefined();
});
