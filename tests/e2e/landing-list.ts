/**
 * Selects the journeys that every landing runs: at most three per spec file, which stands for an area. The others have
 * the tag `PROVE`, and `bin/prove journeys` runs all of them.
 */

import type { FullConfig, FullResult, Reporter, Suite } from "@playwright/test/reporter";

export const PROVE = "@prove";
/** Set by `bin/prove journeys`, which also runs the journeys tagged `PROVE`. */
export const WALKS_ALL = process.env.JOURNEYS === "all";

const MAX_JOURNEYS = 90;
const MAX_JOURNEYS_PER_AREA = 3;

/** Fails a run with too many journeys for a landing. */
export default class LandingList implements Reporter {
  #problems: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    const journeys = suite.allTests().filter((test) => !test.tags.includes(PROVE));
    const areas = Map.groupBy(journeys, (test) => test.location.file);
    this.#problems = [...areas]
      .filter(([, tests]) => tests.length > MAX_JOURNEYS_PER_AREA)
      .map(
        ([file, tests]) => `${file} has ${tests.length} journeys for every landing, at most ${MAX_JOURNEYS_PER_AREA}.`,
      );
    if (journeys.length > MAX_JOURNEYS) {
      this.#problems.push(`There are ${journeys.length} journeys for every landing, at most ${MAX_JOURNEYS}.`);
    }
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult["status"] }> {
    for (const problem of this.#problems) process.stderr.write(`${problem} Tag one with PROVE.\n`);
    return { status: this.#problems.length > 0 ? "failed" : result.status };
  }
}
