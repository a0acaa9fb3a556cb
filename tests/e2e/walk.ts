/** Checks a screen at wide and narrow sizes, in light and dark mode. */

import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectContrast } from "./accessibility.ts";
import { findCutTexts } from "./cut-texts.ts";
import { WALKS_ALL } from "./landing-list.ts";

export const WIDE = { width: 1440, height: 900 };
/** The narrowest window with an open menu. */
const MEDIUM = { width: 1024, height: 768 };
export const NARROW = { width: 390, height: 844 };
const SHOWN_MS = 60_000;

/** Waits until the screen has loaded: nothing is busy and no stale data is dimmed. */
export async function waitForScreen(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible({ timeout: SHOWN_MS });
  await expect(page.locator("[aria-busy=true], [data-stale=true], [data-old=true]")).toHaveCount(0, {
    timeout: SHOWN_MS,
  });
}

/** Navigates within the application and waits until the screen has rendered again. */
export async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((address) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    delete document.body.dataset.screen;
    history.pushState({ idx: idx + 1, key: crypto.randomUUID().slice(0, 8) }, "", address);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, address);
  await expect(page.locator("body[data-screen]")).toBeAttached({ timeout: SHOWN_MS });
}

/** Switches the colour scheme and waits until the page has applied it. */
export async function setColorScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
}

/** Horizontal overflow of the page or its content in pixels. */
function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[document.documentElement, document.body, document.querySelector("main")].map((one) =>
        one === null ? 0 : one.scrollWidth - one.clientWidth,
      ),
    ),
  );
}

/** Browser messages about an email's sandboxed frame, which also blocks scripts injected by a test. */
const FRAME_MESSAGES = /sandboxed/;

/** Collects console errors of the page from now on. */
export function listenForErrors(page: Page): string[] {
  const errors: string[] = [];
  const note = (text: string) => {
    if (!FRAME_MESSAGES.test(text)) errors.push(`${new URL(page.url()).pathname}: ${text}`);
  };
  page.on("console", (message) => {
    if (message.type() === "error") note(message.text());
  });
  page.on("pageerror", (error) => note(error.message));
  return errors;
}

/** Resizes the window and waits for what the screen loads at that size. */
export async function resize(page: Page, size: typeof WIDE): Promise<void> {
  await page.setViewportSize(size);
  await waitForScreen(page);
}

/** Fails unless the screen has one heading, no horizontal overflow and no cut text. */
export async function expectFit(page: Page): Promise<void> {
  const where = `${new URL(page.url()).pathname} at ${page.viewportSize()?.width}`;
  await expect.soft(page.getByRole("heading", { level: 1 }), where).toHaveCount(1);
  expect.soft(await measureOverflow(page), `${where} stands out sideways`).toBeLessThanOrEqual(0);
  expect.soft(await findCutTexts(page), `${where} cuts texts`).toEqual([]);
}

/** Whether a landing checks accessibility on the narrow screen. These checks take half of a walk's time. */
function isCheckedNarrow(page: Page): boolean {
  const pattern = new URL(page.url()).pathname.replaceAll(/[0-9a-f-]{36}|\d+/g, "id");
  return [...pattern].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 2 === 0;
}

/**
 * Checks headings, titles, overflow and cut texts at both widths. Checks accessibility narrow in dark mode and wide in
 * light mode, and also the contrast of the wide screen in dark mode. A landing checks accessibility on only one of the
 * two sizes of each screen. A run of all journeys also checks the fit of a window between the two.
 */
export async function checkScreen(page: Page): Promise<void> {
  await waitForScreen(page);
  await expect.soft(page).toHaveTitle(/\S/);
  const checksNarrow = isCheckedNarrow(page);
  await setColorScheme(page, "dark");
  await resize(page, NARROW);
  if (WALKS_ALL || checksNarrow) await expectAccessible(page);
  // Measured last, when late parts have loaded.
  await expectFit(page);
  await resize(page, WIDE);
  if (WALKS_ALL) await expectContrast(page);
  await expectFit(page);
  if (WALKS_ALL) {
    await resize(page, MEDIUM);
    await expectFit(page);
    await resize(page, WIDE);
  }
  await setColorScheme(page, "light");
  if (WALKS_ALL || !checksNarrow) await expectAccessible(page);
}
