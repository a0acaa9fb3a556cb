/** WCAG 2.2 AA as far as a machine can see it. Every screen is looked at once. */

import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

const STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const RULES = [...STANDARD, "best-practice"];
/** What takes longer, as a spinner does, is how the page looks. */
const LONGEST_CHANGE_MS = 1000;

/** Waits for what fades in or out, which has other colours meanwhile. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async (most) => {
    const changing = document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === "running" && Number(effect?.getComputedTiming().endTime) <= most,
      );
    // A page that nobody sees may draw none of its frames.
    const longest = new Promise((resolve) => setTimeout(resolve, most));
    await Promise.race([Promise.allSettled(changing.map(({ finished }) => finished)), longest]);
  }, LONGEST_CHANGE_MS);
}

async function violations(page: Page, options: RunOptions) {
  await still(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      ...options,
      // What holds is not described: to find how to name each element takes longer than to look at it.
      resultTypes: ["violations"],
      // Mails of users are shown in frames without scripts, which nothing can enter.
      iframes: false,
    });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map((node) => node.target.join(" ")),
      why: nodes.map((node) => node.failureSummary?.split("\n").at(1)?.trim()),
    }));
  }, options);
}

async function expectNone(page: Page, options: RunOptions): Promise<void> {
  const found = await violations(page, options);
  // A toast may begin to fade during a look: a second look finds what is wrong for longer.
  expect.soft(found.length > 0 ? await violations(page, options) : found).toEqual([]);
}

/** Fails with each broken rule and where it is broken, once the screen is drawn: each has a heading. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeAttached();
  await expectNone(page, { runOnly: RULES });
}

/** The same without the rules for whole pages: of an email, or of a menu over a page. */
export async function expectAccessiblePart(page: Page): Promise<void> {
  await expectNone(page, { runOnly: STANDARD });
}

/** The one rule that depends on the colours alone. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNone(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
}
