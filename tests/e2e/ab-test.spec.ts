/** An A/B test from its creation to its winner. Recipients follow the links of real emails. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import type { CaughtEmail, Inbox } from "./inbox.ts";
import { DEMO } from "./locks.ts";
import { chooseLabel } from "./recipients.ts";

test.describe.configure({ lock: DEMO });

const CONTACT_COUNT = 20;
const MAILED_MS = 60_000;
const SEEN_MS = 60_000;
const DESKTOP_CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

/** Creates CONTACT_COUNT contacts in Dewi's team with a new label. Returns the label's name. */
async function createContacts(page: Page, mark: string): Promise<string> {
  const name = `Tasters ${mark}`;
  const label = await mustCall<{ id: number }>(page, { method: "POST", path: "contacts/label", body: { name } });
  for (let number = 0; number < CONTACT_COUNT; number += 1) {
    const email = `taster${number}.${mark}@mail.example`;
    await mustCall(page, { method: "POST", path: "contacts", body: { email, labelIds: [label.id] } });
  }
  return name;
}

async function findEmails(inbox: Inbox, subject: string, count: number): Promise<readonly CaughtEmail[]> {
  let found: readonly CaughtEmail[] = [];
  await expect
    .poll(
      async () => {
        found = (await inbox.all()).filter((mail) => mail.subject === subject);
        return found.length;
      },
      { timeout: MAILED_MS },
    )
    .toBe(count);
  return found;
}

test("an A/B test of built emails sends each variant to its own recipients", async ({ page, dewi, inbox }) => {
  const mark = newMark();
  const patient = expect.configure({ timeout: SEEN_MS });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, dewi);
  const label = await createContacts(page, mark);
  const headline = () => page.locator("[data-surface] [data-level=component]").filter({ hasText: "harvest" }).first();

  await test.step("it starts as a newsletter with two equal variants", async () => {
    await page.goto("/ab-tests");
    await page.getByRole("button", { name: "New A/B test" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(`Two mails ${mark}`);
    await dialog.getByText("Harvest newsletter").click();
    await dialog.getByRole("button", { name: "Create A/B test" }).click();
    await patient(page).toHaveURL(/\/ab-tests\/[\w-]+\/compose$/);
    await patient(page.getByRole("tab", { name: "A", exact: true })).toHaveAttribute("aria-selected", "true");
    await patient(headline()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the second variant gets another text and a name, by keyboard", async () => {
    await page.getByRole("tab", { name: "A", exact: true }).press("ArrowRight");
    await expect(page.getByRole("tab", { name: "B", exact: true })).toBeFocused();
    await page.keyboard.press("F2");
    await page.keyboard.type("Bold");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("tab", { name: "B Bold" })).toBeFocused();
    await headline().dblclick();
    await expect(page.locator("[data-surface]").getByRole("textbox")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(`Other harvest ${mark}`);
    await page.keyboard.press("Escape");
    await patient(headline()).toContainText(`Other harvest ${mark}`);
    await page.getByRole("tab", { name: "A", exact: true }).click();
    await expect(headline()).not.toContainText(`Other harvest ${mark}`);
  });

  await test.step("a third variant is copied, removed and restored with Undo", async () => {
    await page.getByRole("button", { name: "Duplicate variant A" }).click();
    await expect(page.getByRole("tab", { name: "C", exact: true })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("button", { name: "Delete variant C" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete variant C" }).click();
    await expect(page.getByRole("tab", { name: "C", exact: true })).toHaveCount(0);
    await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("tab", { name: "C", exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Delete variant C" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete variant C" }).click();
    await patient(page.getByRole("banner").getByText(/^Saved/)).toBeVisible();
  });

  await test.step("each variant is sent as it was built", async () => {
    const id = /ab-tests\/([^/]+)/.exec(page.url())?.[1] ?? "";
    await page.goto(`/ab-tests/${id}/edit`);
    await page.getByRole("textbox", { name: "Subject", exact: true }).fill(`Two mails ${mark}`);
    await chooseLabel(page, label);
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.getByRole("tab", { name: /^B Bold/ }).click();
    await patient(page.getByRole("tabpanel").getByRole("link", { name: "Open the email builder" })).toBeVisible();
    await mustCall(page, { method: "POST", path: `ab-test/${id}/send` });
    const mails = await findEmails(inbox, `Two mails ${mark}`, 4);
    expect(mails.filter(({ html }) => html?.includes(`Other harvest ${mark}`))).toHaveLength(2);
    await mustCall(page, { method: "POST", path: `ab-test/${id}/stop` });
  });
});

test("an A/B test is written, sent and read, and a user chooses the winner", async ({
  page,
  dewi,
  inbox,
  addresses,
  openBrowser,
}) => {
  const mark = newMark();
  await signIn(page, dewi);
  const label = await createContacts(page, mark);
  const reader = await openBrowser({ userAgent: DESKTOP_CHROME, locale: "en" });

  await test.step("the test is written", async () => {
    await page.goto("/ab-tests");
    await page.getByRole("button", { name: "New A/B test" }).first().click();
    await page.getByRole("dialog").getByLabel("Name").fill(`Two subjects ${mark}`);
    await page.getByRole("button", { name: "Create A/B test" }).click();
    await expect(page).toHaveURL(/\/ab-tests\/[\w-]+\/edit$/);
    await page.getByLabel("Test group size").fill("50");
    await page.getByLabel("Choose winner").selectOption({ label: "Manually" });
    const panel = page.getByRole("tabpanel");
    await panel.getByLabel("Subject", { exact: true }).fill(`Plain ${mark}`);
    await page.getByRole("tab", { name: /^A/ }).press("ArrowRight");
    await panel.getByLabel("Subject", { exact: true }).fill(`Bold ${mark}`);
    await chooseLabel(page, label);
    await page.getByLabel("Text", { exact: true }).fill(`[Taste](${addresses.app}/healthz "button")`);
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect(page.getByText("Recipients per variant: A 5, B 5. The other 10 get the winner.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("it is reviewed and scheduled, and the schedule is cancelled", async () => {
    await page.getByRole("link", { name: "Review and send" }).click();
    await expect(page).toHaveURL(/\/ab-tests\/[\w-]+\/review$/);
    await expect(page.getByText("All variants are different")).toBeAttached();
    await page.getByRole("group", { name: "Variants" }).getByText("Variant B").click();
    await expect(page.getByRole("region", { name: "Preview" }).getByText(`Bold ${mark}`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Tomorrow 09:00" }).click();
    await dialog.getByRole("button", { name: /^Schedule for / }).click();
    await expect(page.getByRole("timer")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Cancel schedule" }).click();
    await page.getByRole("link", { name: "Review and send" }).click();
  });

  await test.step("the variants are sent", async () => {
    await page.getByRole("button", { name: "Send A/B test" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send the variants now" }).click();
    await expect(page).toHaveURL(/\/ab-tests\/[\w-]+$/);
    await expect(page.getByText("Testing", { exact: true }).first()).toBeVisible();
  });

  await test.step("recipients of one variant click its links, and the comparison shows it", async () => {
    await findEmails(inbox, `Plain ${mark}`, 5);
    const mails = await findEmails(inbox, `Bold ${mark}`, 5);
    for (const mail of mails) {
      // Link 0 is hidden from people.
      const link = [...(mail.html ?? "").matchAll(/href="([^"]+\/c\/(?!0\/)[^"]+)"/g)][0]?.[1] ?? "";
      await reader.goto(link);
    }
    const second = page.getByRole("list", { name: "Variants" }).getByRole("listitem").nth(1);
    await expect(second.getByText("100.0%").first()).toBeVisible({ timeout: SEEN_MS });
    await expectAccessible(page);
  });

  await test.step("a user chooses the winner, and the remaining recipients get it", async () => {
    await page.getByRole("button", { name: "Send B to the rest" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send to 10 recipients" }).click();
    await expect(page.getByText(/ chose variant B$/)).toBeVisible();
    await findEmails(inbox, `Bold ${mark}`, 15);
    await expect(page.getByText("Sent", { exact: true }).first()).toBeVisible({ timeout: SEEN_MS });
    expect((await inbox.all()).filter((mail) => mail.subject === `Plain ${mark}`)).toHaveLength(5);
  });
});
