import { expect, it } from "vitest";
import { hiddenOf, keptOf } from "./use-columns-view";

const CUSTOM = ["custom:1", "custom:2"];

it("hides custom columns until they are chosen", () => {
  expect(hiddenOf(["phone"], CUSTOM)).toEqual(["phone", "custom:1", "custom:2"]);
});

it("remembers a chosen custom column, and hides one that was made since", () => {
  const kept = keptOf(["phone", "custom:1"], CUSTOM);

  expect(kept).toEqual(["phone", "+custom:2"]);
  expect(hiddenOf(kept, [...CUSTOM, "custom:3"])).toEqual(["phone", "custom:1", "custom:3"]);
});
