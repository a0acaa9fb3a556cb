import { expect, test } from "vitest";
import { readRecentTargets, storeRecentTarget } from "./recent-targets";

test("the last place stands first, each once, five at most", () => {
  for (const name of ["a", "b", "c", "d", "e", "b", "f"]) storeRecentTarget("kopi", { path: `/${name}`, label: name });

  expect(readRecentTargets("kopi").map(({ label }) => label)).toEqual(["f", "b", "e", "d", "c"]);
});

test("another team sees none of them", () => {
  storeRecentTarget("kopi", { path: "/contacts/17", label: "Sari" });

  expect(readRecentTargets("teh")).toEqual([]);
});

test("what is malformed counts as nothing", () => {
  localStorage.setItem("recentPlaces", '{"teamId":"kopi","places":[{"path":3},null]}');

  expect(readRecentTargets("kopi")).toEqual([]);
});
