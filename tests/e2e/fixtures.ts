/** What every journey starts from: the real browser, and the addresses of the started product. */

import { test as base, expect } from "@playwright/test";
import { launch } from "./chromium.ts";
import { Inbox } from "./inbox.ts";

export type Addresses = {
  /** Where users work. */
  readonly app: string;
  /** Where pages and media made by users are served: another origin. */
  readonly pages: string;
  /** Where the product hands its mail over. */
  readonly smtp: string;
};

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") {
    throw new Error(`${name} is not set. bin/test --only e2e starts a product and sets it.`);
  }
  return value;
}

export const test = base.extend<{ addresses: Addresses; inbox: Inbox }, object>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from the pattern
    async ({}, use) => {
      const browser = await launch();
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  addresses: async ({}, use) => {
    await use({ app: required("APP_URL"), pages: required("PAGES_URL"), smtp: required("SMTP_URL") });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  inbox: async ({}, use) => {
    await use(new Inbox(required("INBOX_URL")));
  },
  baseURL: async ({ addresses }, use) => {
    await use(addresses.app);
  },
});

export { expect };
