/** Screens with a record id in the URL, and how to open each with its fields visible. */

import { expect, type Page } from "@playwright/test";
import { mustCall } from "../calls.ts";
import { newMark } from "../entrance.ts";
import { trxCall } from "../trx.ts";

type RecordPage = { readonly items: readonly { readonly id: string }[] };

async function firstId(read: Promise<RecordPage>): Promise<string> {
  const [first] = (await read).items;
  if (!first) throw new Error("There is no record whose screen could be written in.");
  return first.id;
}

/** Opens a screen for one of its records. The proof writes in its fields once per entry in `views`. */
export interface RecordScreen {
  readonly open: (page: Page) => Promise<void>;
  /** Radio buttons that switch to other fields. */
  readonly views?: readonly string[];
  readonly minFields: number;
}

/** A record of the transactional area, whose fields appear after "Edit". */
function editableRecord(address: string, idOf: (page: Page) => Promise<string>, minFields: number): RecordScreen {
  return {
    open: async (page) => {
      await page.goto(`${address}/${await idOf(page)}`);
      await page.getByRole("button", { name: "Edit", exact: true }).click();
    },
    minFields,
  };
}

async function openRecipients(page: Page, list: string, report: string): Promise<void> {
  const id = await firstId(mustCall(page, { method: "GET", path: list }));
  await page.goto(report.replace(":id", id));
}

/** By route pattern. */
export const RECORD_SCREENS: Readonly<Record<string, RecordScreen>> = {
  "/contacts/:id": {
    open: async (page) => {
      const body = { email: `written.${newMark()}@mail.example`, firstname: "Ayu" };
      const { contactId } = await mustCall<{ contactId: number }>(page, { method: "POST", path: "contacts", body });
      await page.goto(`/contacts/${contactId}`);
      const closed = page.getByRole("main").getByRole("button", { name: /\. Edit$/ });
      await expect(closed.first()).toBeVisible();
      while ((await closed.count()) > 0) await closed.first().click();
    },
    minFields: 6,
  },
  "/contacts/segments/:id": {
    open: async (page) => {
      await page.goto("/contacts/segments/new?start=newThisWeek");
      await page.getByRole("textbox", { name: "Name" }).fill(`Written ${newMark()}`);
      await page.getByRole("button", { name: "Create segment" }).click();
      await expect(page).toHaveURL(/\/contacts\/segments\/\d+$/);
    },
    minFields: 1,
  },
  "/campaigns/:id/recipients": {
    open: (page) => openRecipients(page, "email-marketing?status=SENT", "/campaigns/:id/recipients"),
    minFields: 1,
  },
  "/ab-tests/:id/report/recipients": {
    open: (page) => openRecipients(page, "ab-test?status=SENT", "/ab-tests/:id/report/recipients"),
    minFields: 1,
  },
  "/trx-templates/:id": {
    open: async (page) => {
      const body = { name: `Written ${newMark()}`, subject: "Your order", html: "<p>Hello</p>", text: "Hello" };
      const { id } = await trxCall<{ id: string }>(page, { method: "POST", path: "template", body });
      await page.goto(`/trx-templates/${id}`);
    },
    views: ["HTML", "Text", "Test data"],
    minFields: 6,
  },
  "/subaccount/:id": editableRecord(
    "/subaccount",
    async (page) => {
      const body = { name: `Written ${newMark()}` };
      return (await trxCall<{ id: string }>(page, { method: "POST", path: "subaccounts", body })).id;
    },
    2,
  ),
  "/apikey/:id": editableRecord(
    "/apikey",
    async (page) => {
      const body = { name: `Written ${newMark()}`, scopes: ["send"] };
      return (await trxCall<{ id: string }>(page, { method: "POST", path: "apikeys", body })).id;
    },
    2,
  ),
  "/webhook/:id": editableRecord("/webhook", (page) => firstId(trxCall(page, { method: "GET", path: "webhooks" })), 2),
};

/** Autosaved forms and the email editor. */
export const SAVING_SCREENS = [
  "/campaigns/:id/edit",
  "/ab-tests/:id/edit",
  "/email-marketing/compose/:id",
  "/ab-tests/:id/compose",
];

/** Screens to read or select, without text fields. */
export const SCREENS_WITHOUT_FIELDS = [
  ...["", "/timeline", "/links", "/audience", "/delivery", "/content"].map((part) => `/campaigns/:id${part}`),
  ...["", "/timeline", "/links", "/audience", "/delivery"].map((part) => `/ab-tests/:id/report${part}`),
  "/ab-tests/:id",
  "/ab-tests/:id/review",
  "/batch-status/:id",
  "/domain/:id",
  "/email-marketing/:id/review",
  "/events/:id/:time",
  "/help/:slug",
  "/senders/domains/:id",
];
