/** Automated checks of WCAG 2.2 AA. */

import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

const STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const RULES = [...STANDARD, "best-practice"];
/** Animations longer than this, such as a spinner, are part of the page's normal state. */
const MAX_FADE_MS = 1000;

/** Waits for fades to end, because they change colours. */
async function waitForFades(page: Page): Promise<void> {
  await page.evaluate(async (most) => {
    const changing = document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === "running" && Number(effect?.getComputedTiming().endTime) <= most,
      );
    // A page in the background might render no frames, so its animations would never finish.
    const longest = new Promise((resolve) => setTimeout(resolve, most));
    await Promise.race([Promise.allSettled(changing.map(({ finished }) => finished)), longest]);
  }, MAX_FADE_MS);
}

async function findViolations(page: Page, options: RunOptions) {
  await waitForFades(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      ...options,
      // Skips the details of passed rules: naming each element takes longer than checking it.
      resultTypes: ["violations"],
      // Users' emails are in sandboxed frames that cannot run scripts.
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

async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  const found = await findViolations(page, options);
  // A toast might fade during the first run; a second run reports only lasting problems.
  expect.soft(found.length > 0 ? await findViolations(page, options) : found).toEqual([]);
}

/** Fails with each violated rule and its elements. Waits for the screen's heading first. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeAttached();
  await expectNoViolations(page, { runOnly: RULES });
}

/** Without the rules for whole pages, to check an email or a menu. */
export async function expectAccessiblePart(page: Page): Promise<void> {
  await expectNoViolations(page, { runOnly: STANDARD });
}

/** Checks the colour contrast only. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNoViolations(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
}
