import { expect, it } from "vitest";
import { listChunks } from "./endless-chunks";

it.each([
  [0, 0, [1]],
  [0, 99, [1]],
  [95, 130, [1, 2]],
  [99_950, 99_999, [1, 1000]],
  [250, 420, [1, 3, 4, 5]],
])("fetches for rows %i to %i the chunks %o", (first, last, chunks) => {
  expect(listChunks(first, last)).toEqual(chunks);
});
