import { expect, it } from "vitest";
import { countSelected, EMPTY_SELECTION, isSelected, type Selection, setTicked } from "./selection";

const ALL: Selection = { kind: "matching", total: 48_210, totalIsExact: true };

it("counts what is ticked", () => {
  const selection = setTicked(setTicked(EMPTY_SELECTION, ["a", "b"], true, ["a", "b"]), ["a"], false, ["a", "b"]);

  expect(countSelected(selection)).toBe(1);
  expect(isSelected(selection, "b")).toBe(true);
  expect(isSelected(selection, "a")).toBe(false);
});

it("keeps what is ticked on other pages", () => {
  const selection = setTicked(setTicked(EMPTY_SELECTION, ["a"], true, ["a"]), ["z"], true, ["z"]);

  expect(selection).toEqual({ kind: "ticked", ids: new Set(["a", "z"]) });
});

it("takes everyone that matches", () => {
  expect(countSelected(ALL)).toBe(48_210);
  expect(isSelected(ALL, "anyone")).toBe(true);
});

it("falls back to the rows on screen when one is taken out of all that match", () => {
  expect(setTicked(ALL, ["b"], false, ["a", "b", "c"])).toEqual({ kind: "ticked", ids: new Set(["a", "c"]) });
});
