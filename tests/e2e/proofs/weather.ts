/** A simulated server that responds late, out of order or not at all, driven by a seed. */

import type { Page, Route } from "@playwright/test";
import type { Draw } from "./typist.ts";

/** Maximum delays of a read and a save; two delayed saves can respond out of order. */
const READ_MS = 400;
const SAVE_MS = 3_000;
/** One in this many saves gets no response; the server executes half of those. */
const LOST_OF = 8;

export interface Weather {
  /** Number of delayed saves, and of saves without a response. */
  readonly late: number;
  readonly lost: number;
  readonly end: () => Promise<void>;
}

/** Delays all API requests of the page. */
export async function begin(page: Page, draw: Draw): Promise<Weather> {
  const counts = { late: 0, lost: 0 };
  const wait = (ms: number) => page.waitForTimeout(ms).catch(() => undefined);

  async function handle(route: Route): Promise<void> {
    const isSave = route.request().method() !== "GET";
    if (!isSave) {
      await wait(draw.between(0, READ_MS));
      return route.continue();
    }
    counts.late += 1;
    await wait(draw.between(0, SAVE_MS));
    if (draw.between(1, LOST_OF) > 1) return route.continue();
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
