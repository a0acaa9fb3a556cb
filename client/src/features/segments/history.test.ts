import { expect, test } from "vitest";
import { addStep, createHistory, MAX_STEPS, redo, undo } from "./history";

test("acts are undone one by one, and done again", () => {
  const two = addStep(addStep(createHistory("a"), "b"), "c");

  const back = undo(undo(two));
  expect(back.present).toBe("a");
  expect(undo(back)).toBe(back);
  expect(redo(redo(back)).present).toBe("c");
  expect(redo(two)).toBe(two);
});

test("typing on in one place is one act", () => {
  const typed = ["J", "Ja", "Jak"].reduce((history, text) => addStep(history, text, "city"), createHistory(""));

  expect(undo(typed).present).toBe("");
  expect(undo(addStep(typed, "other", "street")).present).toBe("Jak");
});

test("after an act nothing is left to do again", () => {
  const next = addStep(undo(addStep(createHistory("a"), "b")), "c");

  expect(redo(next)).toBe(next);
  expect(undo(next).present).toBe("a");
});

test("typing after an undo is an act of its own", () => {
  const typed = addStep(addStep(createHistory("a"), "b", "x"), "c");
  const again = addStep(undo(typed), "bb", "x");

  expect(undo(again).present).toBe("b");
});

test("the same again is no act, and the oldest are forgotten", () => {
  const start = createHistory(0);
  expect(addStep(start, 0)).toBe(start);

  let history = start;
  for (let at = 1; at <= MAX_STEPS + 5; at += 1) history = addStep(history, at);
  expect(history.past).toHaveLength(MAX_STEPS);
  expect(history.past[0]).toBe(5);
});
