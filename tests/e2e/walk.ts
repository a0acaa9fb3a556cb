/** Looks at a screen as wide and as narrow as it is used, in light and in dark. */

import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectContrast } from "./accessibility.ts";
import { findCutTexts } from "./cut-texts.ts";
import { WALKS_ALL } from "./landing-list.ts";

export const WIDE = { width: 1440, height: 900 };
/** The narrowest window in which the menu is open. */
const MEDIUM = { width: 1024, height: 768 };
export const NARROW = { width: 390, height: 844 };
const SHOWN_MS = 60_000;

/** Waits until what the screen loads is drawn: nothing says it is busy any more, nothing older stands there dimmed. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible({ timeout: SHOWN_MS });
  await expect(page.locator("[aria-busy=true], [data-stale=true], [data-old=true]")).toHaveCount(0, {
    timeout: SHOWN_MS,
  });
}

/** Goes to an address as a link of the app does, and waits until another screen, or the same once more, is drawn. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((address) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    delete document.body.dataset.screen;
    history.pushState({ idx: idx + 1, key: crypto.randomUUID().slice(0, 8) }, "", address);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, address);
  await expect(page.locator("body[data-screen]")).toBeAttached({ timeout: SHOWN_MS });
}

/** Shows the screen in light or in dark: it changes its colours a moment after it is told to. */
export async function showIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
}

/** How many pixels of the page or of its content stand out sideways. */
function overhang(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[document.documentElement, document.body, document.querySelector("main")].map((one) =>
        one === null ? 0 : one.scrollWidth - one.clientWidth,
      ),
    ),
  );
}

/** What the browser says of a mail's frame, which may run nothing: not what is injected by a journey either. */
const OF_FRAMES = /sandboxed/;

/** Gathers what the page complains of from now on. */
export function listenForErrors(page: Page): string[] {
  const errors: string[] = [];
  const note = (text: string) => {
    if (!OF_FRAMES.test(text)) errors.push(`${new URL(page.url()).pathname}: ${text}`);
  };
  page.on("console", (message) => {
    if (message.type() === "error") note(message.text());
  });
  page.on("pageerror", (error) => note(error.message));
  return errors;
}

/** Gives the window this size and waits for what the screen loads for it. */
export async function resize(page: Page, size: typeof WIDE): Promise<void> {
  await page.setViewportSize(size);
  await settled(page);
}

/** Fails unless the screen has one heading, no horizontal overflow and no cut text. */
export async function expectFit(page: Page): Promise<void> {
  const where = `${new URL(page.url()).pathname} at ${page.viewportSize()?.width}`;
  await expect.soft(page.getByRole("heading", { level: 1 }), where).toHaveCount(1);
  expect.soft(await overhang(page), `${where} stands out sideways`).toBeLessThanOrEqual(0);
  expect.soft(await findCutTexts(page), `${where} cuts texts`).toEqual([]);
}

/** Whether the rules of accessibility are checked on the narrow screen in a landing; they take half of a walk's time. */
function isCheckedNarrow(page: Page): boolean {
  const pattern = new URL(page.url()).pathname.replaceAll(/[0-9a-f-]{36}|\d+/g, "id");
  return [...pattern].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 2 === 0;
}

/**
 * One heading, one title, nothing that stands out sideways, no cut text, nothing that breaks the rules of
 * accessibility: narrow in the dark and wide in the light, and the colours of the wide one in the dark besides. A
 * landing checks those rules on half of the screens when they are narrow, on the others when they are wide. All
 * journeys also check what fits into a window between the two.
 */
export async function lookAt(page: Page): Promise<void> {
  await settled(page);
  await expect.soft(page).toHaveTitle(/\S/);
  const checksNarrow = isCheckedNarrow(page);
  await showIn(page, "dark");
  await resize(page, NARROW);
  if (WALKS_ALL || checksNarrow) await expectAccessible(page);
  // Measured last, with the parts that load late.
  await expectFit(page);
  await resize(page, WIDE);
  if (WALKS_ALL) await expectContrast(page);
  await expectFit(page);
  if (WALKS_ALL) {
    await resize(page, MEDIUM);
    await expectFit(page);
    await resize(page, WIDE);
  }
  await showIn(page, "light");
  if (WALKS_ALL || !checksNarrow) await expectAccessible(page);
}
