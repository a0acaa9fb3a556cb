/** Fixtures of all journeys: the real browser and the addresses of the running product. */

import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import { launch } from "./chromium.ts";
import { Inbox } from "./inbox.ts";
import { removeAuthenticator, signInAsOperator } from "./operator.ts";
import { Receiver } from "./receiver.ts";
import { Zones } from "./zones.ts";

export type Addresses = {
  /** The application. */
  readonly app: string;
  /** Pages and media made by users, on a separate origin. */
  readonly pages: string;
  /** SMTP server that receives the product's outgoing email. */
  readonly smtp: string;
  /** The product's SMTP server for bounces and complaints. */
  readonly bounces: string;
  /** The product's SMTP submission ports with STARTTLS and with implicit TLS. */
  readonly submission: string;
  readonly submissions: string;
  /** Path of the certificate that both submission ports use. */
  readonly certificate: string;
  /** The application with another vendor's brand, whose colour is a light yellow. */
  readonly vendor: string;
};

/** Credentials of a user. */
export type Account = {
  readonly email: string;
  readonly password: string;
};

/** The accounts that the demo prints, one per line, with the owner of the large team first. */
function readAccounts(): readonly Account[] {
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
  /** Zones of the DNS server that the product queries. */
  readonly zones: Zones;
  /** A webhook receiver for this journey only. */
  readonly receiver: Receiver;
  readonly openBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  readonly operator: Page;
};

export const test = base.extend<Fixtures, object>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
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
    const [dewi] = readAccounts();
    if (dewi === undefined) {
      throw new Error("The demo printed no sign-in.");
    }
    await use(dewi);
  },
  /** File with the process ids of the product's processes by name. */
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
    const receiver = await Receiver.start(Number(required("RECEIVER_PORT")));
    await use(receiver);
    await receiver.close();
  },

  /** Opens a page in an isolated browser context, which closes after the journey. */
  openBrowser: async ({ browser, addresses }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: addresses.app, ...options });
      opened.push(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },

  /** A page where an operator of the support console is signed in. */
  operator: async ({ openBrowser, inbox }, use) => {
    const page = await openBrowser();
    const account = await signInAsOperator(page, inbox, required("OPERATOR_EMAIL"));
    await use(page);
    await removeAuthenticator(page, account);
  },

  baseURL: async ({ addresses }, use) => {
    await use(addresses.app);
  },
});

export { expect };
