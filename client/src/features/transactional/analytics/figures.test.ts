import { expect, test } from "vitest";
import type { Figures } from "../shapes";
import { deltaOf, shareOf } from "./figures";

const FIGURES = {
  accepted: 1000,
  sent: 985,
  delivered: 980,
  returned: 5,
  bounced: 15,
  failed: 5,
  inDoubt: 0,
  opened: 490,
  clicked: 98,
} as Figures;

test("rates are of what was handed over, opens and clicks of what arrived", () => {
  expect(shareOf(FIGURES, "delivered")).toEqual({ part: 980, whole: 1000 });
  expect(shareOf(FIGURES, "bounced")).toEqual({ part: 15, whole: 1000 });
  expect(shareOf(FIGURES, "opened")).toEqual({ part: 490, whole: 980 });
});

test("a number moves in percent, and more mail is neither good nor bad", () => {
  expect(deltaOf({ part: 1124, whole: undefined }, { part: 1000, whole: undefined }, "accepted")).toEqual({
    text: "12.4 %",
    direction: "up",
    meaning: "neutral",
  });
});

test("a rate moves in points, and more bounces are bad", () => {
  const [now, before] = [shareOf(FIGURES, "bounced"), { part: 8, whole: 1000 }];
  expect(deltaOf(now, before, "bounced")).toEqual({ text: "0.70 pt", direction: "up", meaning: "bad" });
  expect(deltaOf({ part: 97, whole: 100 }, { part: 98, whole: 100 }, "delivered")).toEqual({
    text: "1.0 pt",
    direction: "down",
    meaning: "bad",
  });
});

test("nothing to compare with, or nothing that moved, says nothing", () => {
  expect(deltaOf({ part: 5, whole: undefined }, { part: 0, whole: undefined }, "accepted")).toBeUndefined();
  expect(deltaOf({ part: 5, whole: 10 }, { part: 0, whole: 0 }, "opened")).toBeUndefined();
  expect(deltaOf({ part: 5000, whole: 10_000 }, { part: 5001, whole: 10_000 }, "opened")).toBeUndefined();
});
