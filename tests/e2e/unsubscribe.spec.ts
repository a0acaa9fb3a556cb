/** The subscription pages as readers see them: from a real email, without a session, and live for the team. */

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { type CaughtEmail, Inbox } from "./inbox.ts";
import { PROVE } from "./landing-list.ts";
import { DEMO } from "./locks.ts";

test.describe.configure({ lock: DEMO });

type Made = { readonly id: number };
type Draft = { readonly id: string };
type Person = { readonly contactId: number };

/** Creates a contact in Dewi's team and sends them a campaign of their own. */
async function sendCampaign(
  page: Page,
  inbox: Inbox,
  { mark, topicId = null }: { mark: string; topicId?: number | null },
): Promise<{ contactId: number; mail: CaughtEmail }> {
  const email = `reader.${mark}@mail.example`;
  const subject = `Roasted today ${mark}`;
  const label = await mustCall<Made>(page, { method: "POST", path: "contacts/label", body: { name: `Mail ${mark}` } });
  const body = { email, firstname: "Rani", labelIds: [label.id] };
  const { contactId } = await mustCall<Person>(page, { method: "POST", path: "contacts", body });
  const draft = await mustCall<Draft>(page, {
    method: "POST",
    path: "email-marketing",
    body: {
      name: subject,
      subject,
      content: { body: "Fresh beans, [look](https://kopi.example/beans)" },
      recipients: { labelIds: [label.id], topicId },
    },
  });
  await mustCall(page, { method: "POST", path: `email-marketing/${draft.id}/send` });
  return { contactId, mail: await inbox.newest(email, new RegExp(mark)) };
}

/** The headers of an email, each on one line. */
function readHeaders(source: string): string {
  return (source.split("\r\n\r\n")[0] ?? "").replaceAll(/\r\n[ \t]+/g, " ").replaceAll("\r\n", "\n");
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < 30; stop += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test("an unsubscribe from an email appears live, and the same page resubscribes", async ({
  page,
  dewi,
  inbox,
  openBrowser,
}) => {
  const mark = newMark();
  await signIn(page, dewi);
  const { contactId, mail } = await sendCampaign(page, inbox, { mark });
  await page.goto(`/contacts/${contactId}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("Email sent", { exact: true })).toBeVisible();

  // Without scripts, as in the most restricted mail clients.
  const reader = await openBrowser({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: "en-GB",
  });
  await test.step("a scanner that follows the link changes nothing", async () => {
    await reader.goto(Inbox.linkIn(mail, "/u/"));
    await expect(reader).toHaveURL(/\/unsubscribe-subscription\/[\w-]{31}$/);
    await expect(reader.getByRole("heading", { name: /^Unsubscribe from / })).toBeVisible();
  });
  await test.step("unsubscribes with a reason", async () => {
    await reader.getByRole("radio", { name: "Too many emails" }).check();
    await reader.getByRole("button", { name: "Unsubscribe", exact: true }).click();
    await expect(reader.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  });
  await expect(timeline.getByText("Unsubscribed", { exact: true })).toBeVisible();
  await expect(timeline.getByText("Reason: too many emails")).toBeVisible();

  await test.step("resubscribes", async () => {
    await reader.getByRole("button", { name: "Subscribe again" }).click();
    await expect(reader.getByRole("heading", { name: "You are subscribed" })).toBeVisible();
  });
  // The first time was when the contact was added.
  await expect(timeline.getByText("Agreed to marketing email", { exact: true })).toHaveCount(2);
  await expect(timeline.getByText("Subscription page")).toBeVisible();
});

test("an unsubscribe by the mail client's button appears live", async ({ page, dewi, inbox }) => {
  await signIn(page, dewi);
  const { contactId, mail } = await sendCampaign(page, inbox, { mark: newMark() });
  const head = readHeaders(await inbox.sourceOf(mail));
  const address = /^List-Unsubscribe: <(https?:[^>]+)>$/im.exec(head)?.[1] ?? "";
  expect(address).toContain("/u/");
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
  await page.goto(`/contacts/${contactId}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("Email sent", { exact: true })).toBeVisible();

  await test.step("only the one-click request changes anything", async () => {
    for (const method of ["GET", "HEAD"]) {
      expect((await fetch(address, { method, redirect: "manual" })).status).toBe(302);
    }
    expect((await fetch(address, { method: "POST", body: new URLSearchParams({ other: "word" }) })).status).toBe(400);
    const contact = await mustCall<{ state: string }>(page, { method: "GET", path: `contacts/${contactId}` });
    expect(contact.state).toBe("subscribed");
  });
  // RFC 8058, 3.2: no cookie, no script, one form field; a provider might send it twice.
  for (const _ of [1, 2]) {
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await fetch(address, { method: "POST", body })).status).toBe(200);
  }
  await expect(timeline.getByText("Unsubscribed", { exact: true })).toHaveCount(1);
  const contact = await mustCall<{ state: string }>(page, { method: "GET", path: `contacts/${contactId}` });
  expect(contact.state).toBe("unsubscribed");
});

test("topics and a pause are chosen by keyboard, and the team sees it live", { tag: PROVE }, async ({
  page,
  dewi,
  inbox,
  openBrowser,
}) => {
  const mark = newMark();
  await signIn(page, dewi);
  const topic = await mustCall<Made>(page, { method: "POST", path: "contacts/topic", body: { name: `News ${mark}` } });
  const { contactId, mail } = await sendCampaign(page, inbox, { mark, topicId: topic.id });
  await page.goto(`/contacts/${contactId}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("Email sent", { exact: true })).toBeVisible();

  const reader = await openBrowser({ locale: "en-GB" });
  await reader.goto(Inbox.linkIn(mail, "/manage-subscription/"));
  await expectAccessible(reader);
  const choice = reader.getByRole("checkbox", { name: `News ${mark}` });
  await tabTo(reader, choice);
  await reader.keyboard.press("Space");
  await reader.keyboard.press("Enter");
  await expect(reader.getByRole("status")).toHaveText("Saved. The change takes effect immediately.");
  await expect(choice).not.toBeChecked();
  await expect(timeline.getByText(`Opted out of: News ${mark}`)).toBeVisible();

  await tabTo(reader, reader.getByRole("button", { name: "30 days" }));
  await reader.keyboard.press("Enter");
  await expect(reader.getByText(/^Paused until /)).toBeVisible();
  await expect(timeline.getByText(/^Email paused until /)).toBeVisible();
});

test("a subscription on the team's page needs confirmation by email", async ({ page, dewi, inbox, openBrowser }) => {
  const email = `guest.${newMark()}@mail.example`;
  await signIn(page, dewi);
  await page.goto("/contacts/subscribers");
  const isOpen = page.getByRole("switch", { name: "Let people subscribe on a public page" });
  await expect(isOpen).toBeVisible();
  if (!(await isOpen.isChecked())) await isOpen.click();
  const address = page.getByRole("link", { name: "Open" });
  await expect(address).toBeVisible();
  const form = (await address.getAttribute("href")) ?? "";
  const withoutScripts = await openBrowser({ javaScriptEnabled: false });
  await withoutScripts.goto(form);
  // Located by element, because Playwright ignores text in <noscript>.
  const hint = withoutScripts.locator("noscript > p");
  await expect(hint).toBeVisible();
  await expect(hint).toContainText("Turn on JavaScript to subscribe.");
  const reader = await openBrowser({ locale: "id-ID", colorScheme: "dark" });
  await reader.goto(form);
  await expect(reader.getByRole("button", { name: "Berlangganan" })).toBeVisible();
  await expect(reader.locator("noscript > p")).toHaveCount(0);

  await reader.getByRole("button", { name: "Berlangganan" }).click();
  await expect(reader.getByText("Isi alamat email seperti nama@contoh.com.")).toBeVisible();
  await reader.getByLabel("Alamat email").fill(email);
  await reader.getByRole("checkbox", { name: /^Saya ingin menerima email/ }).check();
  await reader.getByRole("button", { name: "Berlangganan" }).click();
  await expect(reader.getByRole("heading", { name: "Periksa kotak masuk Anda" })).toBeVisible();

  const mail = await inbox.newest(email, /^Konfirmasi langganan Anda/);
  await reader.goto(Inbox.linkIn(mail, "/confirm-subscription/"));
  await reader.getByRole("button", { name: "Konfirmasi langganan" }).click();
  await expect(reader.getByRole("heading", { name: "Anda sudah berlangganan" })).toBeVisible();

  await page.goto(`/contacts?search=${encodeURIComponent(email)}`);
  await expect(page.getByRole("row", { name: new RegExp(email) }).getByText("Subscribed")).toBeVisible();
});

test("every page is accessible, in both colour schemes and languages", { tag: PROVE }, async ({
  page,
  dewi,
  inbox,
  openBrowser,
}) => {
  await signIn(page, dewi);
  const { mail } = await sendCampaign(page, inbox, { mark: newMark() });
  const link = Inbox.linkIn(mail, "/manage-subscription/");
  const names = ["manage-subscription", "unsubscribe-subscription", "replace-subscription", "email-complaint"];
  const done = ["success-subscription", "success-replace-subscription", "success-unsubscribe-subscription"];
  for (const [locale, colorScheme] of [
    ["en-GB", "light"],
    ["id-ID", "dark"],
  ] as const) {
    const reader = await openBrowser({ locale, colorScheme, viewport: { width: 390, height: 844 } });
    for (const name of [...names, ...done, "email-success", "confirm-subscription"]) {
      await reader.goto(link.replace("manage-subscription", name));
      await expect(reader.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
      await expectAccessible(reader);
      expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  }
});
