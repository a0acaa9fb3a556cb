/** The first morning of a new user, with the real mail catcher. */

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { dropContacts } from "./import-file.ts";
import type { Inbox } from "./inbox.ts";
import { ALONE } from "./locks.ts";
import { chooseLabel } from "./recipients.ts";
import { recordEvents } from "./wire.ts";

// The journey measures how soon changes appear.
test.describe.configure({ lock: ALONE });

const ROWS = 40_000;
const GUESTS = 12;
const DESKTOP_CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
// Tracking events are written in batches of 200 ms and then published. The rest is a margin for a busy machine.
const SEEN_MS = 15_000;
const EMAIL_TIMEOUT_MS = 60_000;

/** Number of contacts according to the list. */
async function readTotal(list: Page): Promise<number> {
  const words = await list
    .getByText(/^[\d,]+ contacts/)
    .first()
    .innerText();
  return Number((/^[\d,]+/.exec(words)?.[0] ?? "").replaceAll(",", ""));
}

/** A key metric of the report. */
function metric(page: Page, name: string): Locator {
  const row = page.getByRole("region", { name: "Key metrics" });
  return row.getByText(name, { exact: true }).locator("xpath=../following-sibling::div[1]/span[1]");
}

async function waitForEmail(inbox: Inbox, address: string, subject: string) {
  await expect
    .poll(async () => (await inbox.to(address)).map((mail) => mail.subject), { timeout: EMAIL_TIMEOUT_MS })
    .toContain(subject);
  const mail = (await inbox.to(address)).findLast((one) => one.subject === subject);
  if (mail === undefined) throw new Error(`${address} got no "${subject}"`);
  return mail;
}

test("a new user imports contacts, sends a campaign and sees it being read", async ({
  page,
  browser,
  dewi,
  inbox,
  addresses,
}) => {
  const mark = Date.now().toString(36);
  const label = `Tasting ${mark}`;
  const me = `newcomer.${mark}@mail.example`;
  const heard = recordEvents(page);

  await test.step("the home screen is not empty", async () => {
    await signIn(page, dewi);
    const newest = page.getByRole("region", { name: "Newest campaigns" });
    await expect(newest.getByRole("rowheader").first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a file is imported with live progress", async () => {
    const list = await page.context().newPage();
    await list.goto("/contacts");
    const before = await readTotal(list);
    await page.goto("/contacts/import");
    await dropContacts(page, { rows: ROWS, guests: GUESTS, label, me });
    await page.getByLabel("Import Panggilan as").selectOption({ label: "First name" });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import 40,000 rows" }).click();
    await expect(page.getByRole("progressbar", { name: "Importing guests.csv" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Import finished" })).toBeVisible({ timeout: 120_000 });
    const steps = heard.of("contacts.import.progressed").map(({ done }) => Number(done));
    expect(steps.length).toBeGreaterThan(1);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    await expect.poll(() => readTotal(list)).toBe(before + ROWS);
    await list.close();
    await page.getByRole("link", { name: "View contacts" }).click();
    await page.getByLabel("Name, email, phone or company").fill(me);
    await expect(page.getByText(me).first()).toBeVisible();
  });

  await test.step("a campaign is written", async () => {
    await page.goto("/campaigns");
    await page.getByRole("button", { name: "New campaign" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(`Tasting night ${mark}`);
    await page.getByRole("dialog").getByText("Text editor", { exact: true }).click();
    await page.getByRole("button", { name: "Create campaign" }).click();
    await chooseLabel(page, label);
    await page.getByLabel("Subject", { exact: true }).fill('{{ firstname | fallback: "Friend" }}, taste with us');
    await page.getByRole("radio", { name: "News" }).check();
    await page
      .getByLabel("Text", { exact: true })
      .fill(
        `# Tasting night\n\nHi {{ firstname }}, come to {{ city }}.\n\n[Book a seat](${addresses.app}/healthz "button")\n`,
      );
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect(page.getByText(`${GUESTS} recipients`).first()).toBeVisible();
  });

  await test.step("it is previewed as a contact", async () => {
    const choice = page.getByRole("combobox", { name: "Preview as a contact" });
    await choice.click();
    await choice.fill(me);
    await page.getByRole("option", { name: me }).click();
    await expect(page.getByText("Guest 0, taste with us")).toBeVisible();
    // The frame is sandboxed without scripts, so even the test cannot look inside. It requests the same page instead.
    const frame = page.getByTitle("Email preview");
    await expect(async () => {
      const shown = await page.request.get((await frame.getAttribute("src")) ?? "");
      expect(await shown.text()).toContain("Hi Guest 0, come to Bandung.");
    }).toPass({ timeout: 10_000 });
    await expect(frame).toHaveAttribute("sandbox", /^(?!.*allow-(scripts|same-origin)).*$/);
    await expectAccessible(page);
  });

  await test.step("a test arrives in the catcher", async () => {
    const tester = `tester.${mark}@mail.example`;
    await page.getByRole("button", { name: "Send a test" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Send to").fill(tester);
    await dialog.getByRole("button", { name: "Send test" }).click();
    await expect(dialog).toBeHidden();
    await waitForEmail(inbox, tester, "[Test] Guest 0, taste with us");
  });

  // A colleague's browser with its own session, and the reader's browser for the email.
  const colleague = await (await browser.newContext({ baseURL: addresses.app })).newPage();
  await signIn(colleague, dewi);
  const reader = await (await browser.newContext({ userAgent: DESKTOP_CHROME, locale: "en" })).newPage();
  await test.step("it is sent, and the report updates without a reload", async () => {
    await page.getByRole("link", { name: "Review and send" }).click();
    await page.getByRole("button", { name: `Send to ${GUESTS} recipients now` }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Send to ${GUESTS} recipients now` })
      .click();
    await expect(page).toHaveURL(/\/campaigns\/[0-9a-f-]+$/);
    await colleague.goto(page.url());
    for (const one of [page, colleague]) {
      await expect(metric(one, "Sent")).toHaveText(String(GUESTS), { timeout: 20_000 });
      await expect(metric(one, "Opened")).toHaveText("0");
    }
    await expectAccessible(page);
  });

  const subject = "Guest 0, taste with us";
  await test.step("the email is opened from the catcher, and the report shows it within seconds", async () => {
    const mail = await waitForEmail(inbox, me, subject);
    await reader.goto(`${inbox.url}/#/email/${mail.id}`);
    const body = reader.frameLocator("iframe.panel-html");
    await expect(body.getByText("Hi Guest 0, come to Bandung.")).toBeVisible();
    await expect(metric(page, "Opened")).toHaveText("1", { timeout: SEEN_MS });
    await body.getByRole("link", { name: "Book a seat" }).click();
    await expect(metric(page, "Clicked")).toHaveText("1", { timeout: SEEN_MS });
    await expect(metric(colleague, "Clicked")).toHaveText("1");
  });
});
