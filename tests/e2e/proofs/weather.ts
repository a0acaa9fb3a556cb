/** A server that answers late, out of order, or not at all, drawn from a seed. */

import type { Page, Route } from "@playwright/test";
import type { Draw } from "./typist.ts";

/** How long a read and a save may take; two saves that are drawn apart answer out of order. */
const READ_MS = 400;
const SAVE_MS = 3_000;
/** Of so many saves one is lost on its way, and of so many one is carried out and its answer is lost. */
const LOST_OF = 8;

export interface Weather {
  /** How many saves were held up, and how many got no answer. */
  readonly late: number;
  readonly lost: number;
  readonly end: () => Promise<void>;
}

/** Holds up every call of the API by the page. */
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
