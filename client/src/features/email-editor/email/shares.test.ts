import { expect, test } from "vitest";
import { computeShares } from "./shares";

test.for<[readonly number[], readonly number[]]>([
  [[0], [100]],
  [
    [0, 0],
    [50, 50],
  ],
  [
    [0, 0, 0],
    [33.33, 33.33, 33.33],
  ],
  [
    [33, 0],
    [33, 67],
  ],
  [
    [80, 80],
    [50, 50],
  ],
  [
    [100, 0],
    [66.66, 33.33],
  ],
])("columns of %j percent have %j", ([widths, expected]) => {
  expect(computeShares(widths)).toEqual(expected);
});
