/** Locators of the email editor's canvas. */

import type { Locator, Page } from "@playwright/test";

export const surface = (page: Page): Locator => page.locator("[data-surface]");
export const canvas = (page: Page): Locator => page.getByRole("application", { name: "Canvas" });

/** The component on the canvas with this text. */
export const part = (page: Page, words: string | RegExp): Locator =>
  surface(page).locator("[data-level=component]").filter({ hasText: words }).first();
