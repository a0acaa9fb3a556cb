import { expect, it } from "vitest";
import { isSelected, NOTHING, type Selection, selectedCount, setTicked } from "./selection";

const ALL: Selection = { kind: "matching", total: 48_210, totalIsExact: true };

it("counts what is ticked", () => {
  const selection = setTicked(setTicked(NOTHING, ["a", "b"], true, ["a", "b"]), ["a"], false, ["a", "b"]);

  expect(selectedCount(selection)).toBe(1);
  expect(isSelected(selection, "b")).toBe(true);
  expect(isSelected(selection, "a")).toBe(false);
});

it("keeps what is ticked on other pages", () => {
  const selection = setTicked(setTicked(NOTHING, ["a"], true, ["a"]), ["z"], true, ["z"]);

  expect(selection).toEqual({ kind: "ticked", ids: new Set(["a", "z"]) });
});

it("takes everyone that matches", () => {
  expect(selectedCount(ALL)).toBe(48_210);
  expect(isSelected(ALL, "anyone")).toBe(true);
});

it("falls back to the rows on screen when one is taken out of all that match", () => {
  expect(setTicked(ALL, ["b"], false, ["a", "b", "c"])).toEqual({ kind: "ticked", ids: new Set(["a", "c"]) });
});
