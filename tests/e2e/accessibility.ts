/** WCAG 2.2 AA as far as a machine can see it. Every screen is looked at once. */

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const RULES = [...STANDARD, "best-practice"];

// Legacy mode looks at the page alone: mails of users are shown in frames without scripts, which nothing can enter.
async function expectNone(builder: AxeBuilder): Promise<void> {
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
  await expectNone(new AxeBuilder({ page }).withTags(RULES));
}

/** The same of a mail, which is no page: it stands within one, which has landmarks and a heading of its own. */
export async function expectAccessibleMail(page: Page): Promise<void> {
  await expectNone(new AxeBuilder({ page }).withTags(STANDARD));
}

/** The one rule that depends on the colours alone. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNone(new AxeBuilder({ page }).withRules(["color-contrast"]));
}
