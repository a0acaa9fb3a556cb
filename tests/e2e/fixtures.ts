/** What every journey starts from: the real browser, and the addresses of the started product. */

import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import { launch } from "./chromium.ts";
import { Inbox } from "./inbox.ts";
import { enterAsOperator, leaveAsOperator } from "./operator.ts";
import { Receiver } from "./receiver.ts";
import { Zones } from "./zones.ts";

export type Addresses = {
  /** Where users work. */
  readonly app: string;
  /** Where pages and media made by users are served: another origin. */
  readonly pages: string;
  /** Where the product hands its mail over. */
  readonly smtp: string;
  /** Where bounces and complaints are taken. */
  readonly bounces: string;
  /** Where applications hand in mail: by STARTTLS, and by TLS from the first byte. */
  readonly submission: string;
  readonly submissions: string;
  /** A file of the certificate that both show. */
  readonly certificate: string;
  /** Where the app shows another vendor, whose colour is a light yellow. */
  readonly vendor: string;
};

/** Somebody who can sign in. */
export type Account = {
  readonly email: string;
  readonly password: string;
};

/** The accounts that the demo prints, one a line: the owner of the large team first. */
function printedAccounts(): readonly Account[] {
  return required("DEMO_SIGN_IN")
    .split("\n")
    .map((line) => {
      const [, email, password] = /(\S+@\S+)\s+(\S+)$/.exec(line) ?? [];
      if (email === undefined || password === undefined) {
        throw new Error(`The demo printed no sign-in: ${line}`);
      }
      return { email, password };
    });
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") {
    throw new Error(`${name} is not set. bin/test --only e2e starts a product and sets it.`);
  }
  return value;
}

type Fixtures = {
  readonly addresses: Addresses;
  readonly inbox: Inbox;
  readonly dewi: Account;
  readonly pidsFile: string;
  /** The zones of the DNS server that the product asks. */
  readonly zones: Zones;
  /** A server of the journey's own, which webhooks may be posted to. */
  readonly receiver: Receiver;
  readonly openBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  readonly operator: Page;
};

export const test = base.extend<Fixtures, object>({
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
    await use({
      app: required("APP_URL"),
      pages: required("PAGES_URL"),
      smtp: required("SMTP_URL"),
      bounces: required("BOUNCES_URL"),
      submission: required("SUBMISSION_URL"),
      submissions: required("SUBMISSIONS_URL"),
      certificate: required("CERTIFICATE_FILE"),
      vendor: required("VENDOR_URL"),
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  inbox: async ({}, use) => {
    await use(new Inbox(required("INBOX_URL")));
  },
  /** The owner of the demo's large team. */
  // biome-ignore lint/correctness/noEmptyPattern: as above
  dewi: async ({}, use) => {
    const [dewi] = printedAccounts();
    if (dewi === undefined) {
      throw new Error("The demo printed no sign-in.");
    }
    await use(dewi);
  },
  /** Names the product's programs with their process ids. */
  // biome-ignore lint/correctness/noEmptyPattern: as above
  pidsFile: async ({}, use) => {
    await use(required("PIDS_FILE"));
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  zones: async ({}, use, { parallelIndex }) => {
    await use(new Zones(required("ZONES_FOLDER"), parallelIndex));
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  receiver: async ({}, use) => {
    const receiver = await Receiver.listening(Number(required("RECEIVER_PORT")));
    await use(receiver);
    await receiver.close();
  },

  /** A page in a browser of its own, which shares nothing with the others; closed after the journey. */
  openBrowser: async ({ browser, addresses }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: addresses.app, ...options });
      opened.push(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },

  /** A page on which an operator of the support console is signed in. */
  operator: async ({ openBrowser, inbox }, use) => {
    const page = await openBrowser();
    const account = await enterAsOperator(page, inbox, required("OPERATOR_EMAIL"));
    await use(page);
    await leaveAsOperator(page, account);
  },

  baseURL: async ({ addresses }, use) => {
    await use(addresses.app);
  },
});

export { expect };
