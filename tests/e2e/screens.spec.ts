/** Each screen that shows the demo, looked at once in light and in dark. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";

const SENT = "Toraja harvest letter";
const DRAFT = "Wholesale price list";
/** Address and the heading by which the screen is known to be there. */
const SCREENS = [
  ["/analytics", "Analytics"],
  ["/contacts", "Contact Book"],
  ["/contacts/new", "Add Contact"],
  ["/contacts/labels", "Contact Book"],
  ["/contacts/fields", "Contact Book"],
  ["/contacts/import", "Import contacts"],
  ["/contacts/imports", "Contact Book"],
  ["/senders", "Email Sender"],
  ["/campaigns", "Campaign"],
] as const;

/** Waits until what the screen loads is drawn: nothing says it is busy any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}

for (const scheme of ["light", "dark"] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme });

    test("every screen of the demo is accessible", async ({ page, dewi }) => {
      test.setTimeout(120_000);
      await signIn(page, dewi);

      for (const [path, heading] of SCREENS) {
        await test.step(path, async () => {
          await page.goto(path);
          await expect.soft(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
          await settled(page);
          await expectAccessible(page);
        });
      }

      await test.step("a contact", async () => {
        await page.goto("/contacts");
        await page.getByRole("table").getByRole("link").first().click();
        await settled(page);
        await expectAccessible(page);
      });

      await test.step("a report with its tabs", async () => {
        await page.goto("/campaigns");
        await page.getByRole("link", { name: SENT }).click();
        await settled(page);
        await expectAccessible(page);
        for (const tab of [/^Recipients/, /^Content/]) {
          await page.getByRole("link", { name: tab }).click();
          await settled(page);
          await expectAccessible(page);
        }
      });

      await test.step("a draft", async () => {
        await page.goto("/campaigns");
        await page.getByRole("link", { name: DRAFT }).first().click();
        await settled(page);
        await expectAccessible(page);
      });
    });
  });
}
