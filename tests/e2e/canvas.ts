/** The email editor's canvas, as journeys see it. */

import type { Locator, Page } from "@playwright/test";

export const surface = (page: Page): Locator => page.locator("[data-surface]");
export const canvas = (page: Page): Locator => page.getByRole("application", { name: "Canvas" });

/** The component on the canvas that says this. */
export const part = (page: Page, words: string | RegExp): Locator =>
  surface(page).locator("[data-level=component]").filter({ hasText: words }).first();
