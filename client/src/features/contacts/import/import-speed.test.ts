import { describe, expect, it } from "vitest";
import { addSample, computeSpeed, type ProgressSample } from "./import-speed";

function buildSamples(pairs: readonly (readonly [number, number])[]): readonly ProgressSample[] {
  return pairs.reduce<readonly ProgressSample[]>((samples, [atMs, done]) => addSample(samples, { atMs, done }), []);
}

describe("paceOf", () => {
  it("says nothing before two figures", () => {
    expect(computeSpeed(buildSamples([[0, 500]]), 1000)).toBeUndefined();
  });

  it("gives rows a second and the seconds that are left", () => {
    const pace = computeSpeed(
      buildSamples([
        [0, 0],
        [1000, 1200],
        [2000, 2480],
      ]),
      14_880,
    );

    expect(pace).toEqual({ rowsPerSecond: 1240, secondsLeft: 10 });
  });

  it("follows the last ten seconds only", () => {
    const pace = computeSpeed(
      buildSamples([
        [0, 0],
        [20_000, 100],
        [25_000, 5100],
        [30_000, 10_100],
      ]),
      10_100,
    );

    expect(pace).toEqual({ rowsPerSecond: 1000, secondsLeft: 0 });
  });
});

it("ignores a figure that is older than the newest", () => {
  const samples = buildSamples([
    [0, 10],
    [1000, 20],
  ]);

  expect(addSample(samples, { atMs: 1000, done: 30 })).toBe(samples);
  expect(addSample(samples, { atMs: 2000, done: 5 })).toBe(samples);
});
