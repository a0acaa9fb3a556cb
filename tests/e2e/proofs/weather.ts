/** A simulated server that responds late, out of order or not at all, driven by a seed. */

import type { Page, Route } from "@playwright/test";
import type { SeededRandom } from "./typist.ts";

/** Maximum delays of a read and a save; two delayed saves can respond out of order. */
const MAX_READ_DELAY_MS = 400;
const MAX_SAVE_DELAY_MS = 3_000;
/** One in this many saves gets no response; the server executes half of those. */
const SAVES_PER_LOSS = 8;

export interface UnreliableServer {
  /** Number of delayed saves, and of saves without a response. */
  readonly late: number;
  readonly lost: number;
  readonly end: () => Promise<void>;
}

/** Delays all API requests of the page. */
export async function simulateUnreliableServer(page: Page, draw: SeededRandom): Promise<UnreliableServer> {
  const counts = { late: 0, lost: 0 };
  const wait = (ms: number) => page.waitForTimeout(ms).catch(() => undefined);

  async function handle(route: Route): Promise<void> {
    const isSave = route.request().method() !== "GET";
    if (!isSave) {
      await wait(draw.between(0, MAX_READ_DELAY_MS));
      return route.continue();
    }
    counts.late += 1;
    await wait(draw.between(0, MAX_SAVE_DELAY_MS));
    if (draw.between(1, SAVES_PER_LOSS) > 1) return route.continue();
    counts.lost += 1;
    if (draw.between(0, 1) === 0) return route.abort("connectionreset");
    await route.fetch().catch(() => undefined);
    return route.abort("connectionreset");
  }

  const calls = /\/(trx-)?api\//;
  const safely = (route: Route) => handle(route).catch(() => undefined);
  await page.route(calls, safely);
  return {
    get late() {
      return counts.late;
    },
    get lost() {
      return counts.lost;
    },
    end: () => page.unroute(calls, safely),
  };
}
