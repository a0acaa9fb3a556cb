import { expect, test } from "vitest";
import { offersFor, typedTag } from "./tag-completion";

test.each([
  ["Halo {{", 2, ""],
  ["Halo {{ fir", 6, "fir"],
  ["Halo @", 1, ""],
  ["@ci", 3, "ci"],
  ["(@ci", 3, "ci"],
  ["{{ größe", 8, "größe"],
])("%j: the last %i characters ask for %j", (before, length, query) => {
  expect(typedTag(before)).toEqual({ length, query });
});

test.each(["Halo", "ayu@kopi", "{ fir", "{{ firstname |", "{{ a }} ", "@ ci"])("%j asks for nothing", (before) => {
  expect(typedTag(before)).toBeUndefined();
});

test("names that begin so come first, by tag or by label", () => {
  const tags = [
    { tag: "lastname", label: "Last name" },
    { tag: "firstname", label: "First name" },
    { tag: "name_day", label: "Feast" },
    { tag: "city", label: "City" },
  ];

  expect(offersFor("NAME", tags).map(({ tag }) => tag)).toEqual(["name_day", "lastname", "firstname"]);
  expect(offersFor("feast", tags).map(({ tag }) => tag)).toEqual(["name_day"]);
  expect(offersFor("", tags)).toHaveLength(4);
});
