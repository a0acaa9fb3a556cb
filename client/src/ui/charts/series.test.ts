import { expect, test } from "vitest";
import { buildTicks, fillPeriods, formatShort, spreadLabels, toCsv } from "./series";

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [146, [0, 50, 100, 150]],
  [68_526, [0, 20_000, 40_000, 60_000, 80_000]],
])("an axis up to %i has round values from a real zero", (most, ticks) => {
  expect(buildTicks(most)).toEqual(ticks);
});

test.each([
  [950, "950"],
  [9500, "9,500"],
  [12_500, "12.5 k"],
  [2_000_000, "2 M"],
])("%i reads %s on an axis", (value, words) => {
  expect(formatShort(value)).toBe(words);
});

test("labels that would touch stand apart, within the chart", () => {
  expect(spreadLabels([10, 12, 100], 15, 200)).toEqual([10, 25, 100]);
  expect(spreadLabels([198, 199], 15, 200)).toEqual([185, 200]);
});

test("a download quotes what needs it and holds no formula", () => {
  expect(
    toCsv(
      ["Link", "Clicks"],
      [
        ['=HYPERLINK("x")', 3],
        ["a,b", -1],
      ],
    ),
  ).toBe('Link,Clicks\r\n"\'=HYPERLINK(""x"")",3\r\n"a,b",-1');
});

test("the stretch that was under way at the start is the first", () => {
  const at = Date.UTC(2025, 10, 20, 9, 0);

  const points = fillPeriods([{ at, values: { opened: 4 } }], ["opened"], {
    start: at + 38 * 60_000,
    end: at + 90 * 60_000,
    unit: "hour",
  });

  expect(points).toEqual([
    { at, values: { opened: 4 } },
    { at: at + 3_600_000, values: { opened: 0 } },
  ]);
});

test("stretches in which nothing happened are zero", () => {
  const at = Date.UTC(2025, 10, 20, 9, 31);
  const rows = [{ at, values: { opened: 4 } }];

  const points = fillPeriods(rows, ["opened"], { start: at - 90_000, end: at + 60_000, unit: "minute" });

  expect(points.map(({ values }) => values.opened)).toEqual([0, 0, 4, 0]);
  expect(points[0]?.at).toBe(at - 120_000);
});
