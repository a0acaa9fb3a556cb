/** WCAG 2.2 AA as far as a machine can see it. Every screen is looked at once. */

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const RULES = [...STANDARD, "best-practice"];

const LONGEST_FADE_MS = 1_000;

/** What is half faded in or out has colours that nobody reads. */
async function stands(page: Page): Promise<void> {
  await page.evaluate(async (longest) => {
    const fading = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= longest);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  }, LONGEST_FADE_MS);
}

// Legacy mode looks at the page alone: mails of users are shown in frames without scripts, which nothing can enter.
async function expectNone(page: Page, builder: AxeBuilder): Promise<void> {
  await stands(page);
  const { violations } = await builder.setLegacyMode().analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map((node) => node.target.join(" ")),
    why: nodes.map((node) => node.failureSummary?.split("\n").at(1)?.trim()),
  }));
  expect.soft(found).toEqual([]);
}

/** Fails with each broken rule and where it is broken. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNone(page, new AxeBuilder({ page }).withTags(RULES));
}

/** The same of a mail, which is no page: it stands within one, which has landmarks and a heading of its own. */
export async function expectAccessibleMail(page: Page): Promise<void> {
  await expectNone(page, new AxeBuilder({ page }).withTags(STANDARD));
}

/** The one rule that depends on the colours alone. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNone(page, new AxeBuilder({ page }).withRules(["color-contrast"]));
}
