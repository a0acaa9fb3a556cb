import { describe, expect, it } from "vitest";
import { addSample, type PaceSample, paceOf } from "./import-pace";

function samplesOf(pairs: readonly (readonly [number, number])[]): readonly PaceSample[] {
  return pairs.reduce<readonly PaceSample[]>((samples, [atMs, done]) => addSample(samples, { atMs, done }), []);
}

describe("paceOf", () => {
  it("says nothing before two figures", () => {
    expect(paceOf(samplesOf([[0, 500]]), 1000)).toBeUndefined();
  });

  it("gives rows a second and the seconds that are left", () => {
    const pace = paceOf(
      samplesOf([
        [0, 0],
        [1000, 1200],
        [2000, 2480],
      ]),
      14_880,
    );

    expect(pace).toEqual({ rowsPerSecond: 1240, secondsLeft: 10 });
  });

  it("follows the last ten seconds only", () => {
    const pace = paceOf(
      samplesOf([
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
  const samples = samplesOf([
    [0, 10],
    [1000, 20],
  ]);

  expect(addSample(samples, { atMs: 1000, done: 30 })).toBe(samples);
  expect(addSample(samples, { atMs: 2000, done: 5 })).toBe(samples);
});
