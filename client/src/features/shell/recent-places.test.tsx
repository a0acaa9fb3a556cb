import { expect, test } from "vitest";
import { recentPlaces, rememberPlace } from "./recent-places";

test("the last place stands first, each once, five at most", () => {
  for (const name of ["a", "b", "c", "d", "e", "b", "f"]) rememberPlace("kopi", { path: `/${name}`, label: name });

  expect(recentPlaces("kopi").map(({ label }) => label)).toEqual(["f", "b", "e", "d", "c"]);
});

test("another team sees none of them", () => {
  rememberPlace("kopi", { path: "/contacts/17", label: "Sari" });

  expect(recentPlaces("teh")).toEqual([]);
});

test("what is malformed counts as nothing", () => {
  localStorage.setItem("recentPlaces", '{"teamId":"kopi","places":[{"path":3},null]}');

  expect(recentPlaces("kopi")).toEqual([]);
});
